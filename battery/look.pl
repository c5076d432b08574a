# What the gate looks at, and how it is written down. Part of attest.pl.
use strict;

our ($session, $nonce, $cwd, @agent, $descriptors, $machine, $request, $child, $command);
my $LISTING_LIMIT = 4096;
my $TEXT_LIMIT = 16384;

sub attestation {
    my %probes = (access_probes(), file_probes(), move_probes(), socket_probes(), route_probes(), limit_probes());
    $probes{"env:$_"} = $ENV{$_} for grep { defined $ENV{$_} } @{ $request->{env} };
    $probes{"command:$_"} = defined find_program($_) ? 'yes' : 'no' for @{ $request->{command} };
    %probes = (%probes, devices(), processes(), interfaces(), texts_of_files(), own_config_probes());
    $probes{hostname} = first_line('/proc/sys/kernel/hostname') // '';
    ($command, my @writable_directories) = find_command();
    return object(
        version => 1,
        session => text($session),
        bootId => text(first_line('/proc/sys/kernel/random/boot_id')),
        clock => clock(),
        cwd => text(readlink '/proc/self/cwd'),
        status => text(slurp('/proc/self/status')),
        stats => object(map { my $path = decode_path($_); ($path => stat_of($path)) } @{ $request->{stat} }),
        mountinfo => text(slurp('/proc/self/mountinfo')),
        envNames => array(map { text($_) } environment_names()),
        fds => texts(%$descriptors),
        listings => object(map { my $path = decode_path($_); ($path => listing($path)) } @{ $request->{list} }),
        cgroup => texts(cgroup_files()),
        namespaces => texts(map { ($_ => readlink("/proc/self/ns/$_") // '') } names('/proc/self/ns')),
        lsm => text(lsm()),
        command => command($command),
        writablePathDirs => array(map { text($_) } @writable_directories),
        probes => texts(%probes, collected_probes()),
    );
}

sub stat_of {
    my ($path) = @_;
    my @link = lstat $path or return 'null';
    my @target = stat $path or return 'null';
    return object(
        dev => text(sprintf '%u', $target[0]), ino => text(sprintf '%u', $target[1]), mode => $target[2],
        uid => $target[4], gid => $target[5], type => text(type_letter($link[2])),
    );
}

sub type_letter {
    my $letters = { 0010 => 'p', 0020 => 'c', 0040 => 'd', 0060 => 'b', 0100 => 'f', 0120 => 'l', 0140 => 's' };
    return $letters->{ ($_[0] & 0170000) >> 9 } // '?';
}

sub listing {
    my ($path) = @_;
    return 'null' unless -d $path;
    opendir my $handle, $path or return 'null';
    my @names = sort grep { $_ ne '.' && $_ ne '..' } readdir $handle;
    stop('a directory of the session has too many entries') if @names > $LISTING_LIMIT;
    return array(map { object(name => text($_), type => text(type_letter((lstat "$path/$_")[2] // 0))) } @names);
}

# What the agent will see, and what init was given (a shell drops names it cannot spell).
sub environment_names {
    my %names = map { ($_ => 1) } keys %ENV, map { /^([^=]+)=/s ? $1 : () } split /\0/, slurp('/proc/1/environ') // '';
    return sort keys %names;
}

sub cgroup_files {
    my @files = qw(memory.max memory.swap.max pids.max cpu.max memory/memory.limit_in_bytes
      memory/memory.memsw.limit_in_bytes pids/pids.max cpu/cpu.cfs_quota_us cpu/cpu.cfs_period_us);
    return map { my $value = first_line("/sys/fs/cgroup/$_"); defined $value ? ($_ => $value) : () } @files;
}

sub lsm {
    my $label = slurp('/proc/self/attr/current') // return undef;
    $label =~ s/[\0\n]+$//;
    return $label eq '' ? undef : $label;
}

# `device:NAME` → major:minor of each device node directly in /dev.
sub devices {
    my %found;
    for my $name (names('/dev')) {
        my @stat = lstat "/dev/$name" or next;
        next unless type_letter($stat[2]) =~ /[bc]/;
        $found{"device:$name"} = (($stat[6] >> 8) & 0xfff) . ':' . (($stat[6] & 0xff) | (($stat[6] >> 12) & 0xfff00));
    }
    return %found;
}

# `process:PID` → its name; as many as a session that has just begun could have.
sub processes {
    my @pids = grep { /^\d+$/ } names('/proc');
    return ('process:count' => scalar @pids, map { ("process:$_" => first_line("/proc/$_/comm") // '') } grep { $_ < 16 } @pids);
}

# `interfaces` → names, `default-route` → interface and gateway as the kernel writes them.
sub interfaces {
    my @names = map { /^\s*([^\s:]+):/ ? $1 : () } split /\n/, slurp('/proc/net/dev') // '';
    my ($route) = map { /^(\S+)\t00000000\t([0-9A-F]{8})\t/ ? "$1 $2" : () } split /\n/, slurp('/proc/net/route') // '';
    return (interfaces => join(' ', sort @names), 'default-route' => $route // 'none');
}

# `text FILE` → its bytes.
sub texts_of_files {
    my %found;
    for my $path (map { decode_path($_) } @{ $request->{text} }) {
        my $bytes;
        my $opened = sysopen my $handle, $path, 0x800;
        $found{"text:$path"} = $opened && defined sysread($handle, $bytes, $TEXT_LIMIT) ? $bytes : outcome(0);
    }
    return %found;
}

# Path of the agent's executable, then the writable directories of PATH that come before it.
sub find_command {
    my $name = $agent[0];
    return find_program($name) if $name =~ m{/};
    my @writable;
    for my $directory (split /:/, $ENV{PATH} // '', -1) {
        my $path = "$directory/$name";
        return ($path, @writable) if $directory =~ m{^/} && -f $path && may($path, 1) eq 'yes';
        push @writable, $directory if $directory !~ m{^/} || creatable($directory);
    }
    return (undef, @writable);
}

# Path of an executable file by name, looked up on PATH, or by path.
sub find_program {
    my ($name) = @_;
    my @paths = map { "$_/$name" } grep { m{^/} } split /:/, $ENV{PATH} // '', -1;
    @paths = $name =~ m{^/} ? $name : $name =~ m{^~(/.*)$} ? "$ENV{HOME}$1" : "$cwd/$name" if $name =~ m{/};
    return (grep { -f $_ && may($_, 1) eq 'yes' } @paths)[0];
}

sub command {
    my ($path) = @_;
    return 'null' unless defined $path;
    sysopen my $handle, $path, 0x200000 | 0x80000 or return 'null';    # O_PATH | O_CLOEXEC
    my $resolved = readlink '/proc/self/fd/' . fileno $handle;
    return 'null' unless defined $resolved;
    return object(
        path => text($path), resolved => text($resolved), writable => boolean(may($resolved, 2) eq 'yes'),
        parentsWritable => boolean(grep { may($_, 2) eq 'yes' } parents($path), parents($resolved)),
    );
}

sub parents {
    my ($path) = @_;
    my @found;
    push @found, $path eq '' ? '/' : $path while $path =~ s{/+[^/]*$}{};
    return @found;
}

# A directory that can be written, or made because the nearest one above it can.
sub creatable {
    my ($directory) = @_;
    $directory = (parents($directory))[0] until $directory eq '/' || -e $directory;
    return may($directory, 2) eq 'yes';
}

# --- reading small files ---

sub slurp {
    open my $handle, '<', $_[0] or return undef;
    local $/;
    return scalar readline $handle;
}

sub first_line {
    my $text = slurp($_[0]) // return undef;
    return ($text =~ /^(.*)/)[0];
}

sub names {
    opendir my $handle, $_[0] or return ();
    return sort grep { $_ ne '.' && $_ ne '..' } readdir $handle;
}

sub clock {
    my $buffer = "\0" x 16;
    return time unless $machine->{clock_gettime} && syscall($machine->{clock_gettime}, 0, $buffer) == 0;
    return sprintf '%d.%09d', unpack 'qq', $buffer;
}

# --- JSON in ASCII: every byte from 0x7f on is written \u00XX, so names arrive as latin1 ---

sub text {
    my ($value) = @_;
    return 'null' unless defined $value;
    $value =~ s/([^ !#-\[\]-~])/sprintf '\\u%04x', ord $1/ge;
    return qq("$value");
}

sub boolean { return $_[0] ? 'true' : 'false' }
sub array { return '[' . join(',', @_) . ']' }

# name, JSON, name, JSON …
sub object {
    my @members;
    while (my ($name, $json) = splice @_, 0, 2) { push @members, text($name) . ":$json" }
    return '{' . join(',', @members) . '}';
}

sub texts {
    my @members;
    while (my ($name, $value) = splice @_, 0, 2) { push @members, $name, text($value) }
    return object(@members);
}

1;
