# The gate: attests what the container is, waits for the launcher's word, becomes the agent. It decides nothing.
#
# perl-base only, and of that only `strict`: POSIX or Socket would cost 8 ms. System calls without a builtin go through
# `syscall` with the numbers of x86_64 and aarch64; elsewhere their probes say `unsupported`.
#
# Protocol (stdout →, stdin ←), battery/parse-frame.ts is the other end:
#   → SANDBOX-ATTEST <nonce> <bytes>\n<that many bytes of ASCII JSON>\n     at most 1 MiB
#   ← WAIT <nonce>\n                        still judging: the 20 s begin again
#   ← ENV <nonce> <base64 of NAME=VALUE>\n  one variable for the agent
#   ← GO <nonce>\n
#   → READY <nonce>\n                       from here on every byte is the agent's
# A terminal is raw (exact bytes, no echo, no 4096-byte lines) until GO; its saved state is back *before* READY, so a key
# sent after READY acts as the agent expects. That is why READY may end in CR LF on a terminal.
# Anything else on stdin, its end, or 20 s without a line: exit 97, and the agent was not started. The agent's own code
# passes. After READY: 126 cannot be executed, 127 not there.
#
# Nothing past GO's newline is ever read: each read asks for no more bytes than a GO line still needs.
#
# Beside this file lie `request` (what to look at, battery/request.ts) and `lease`, a FIFO the launcher holds open. A watcher
# out of the agent's process tree reads it: at its end everything gets TERM, 2 s later KILL.
use strict;

my $FRAME_LIMIT = 1 << 20;
my $LINE_LIMIT = 1 << 20;
my $LISTING_LIMIT = 4096;

my ($directory) = $0 =~ m{^(.*)/};
my ($session, $nonce, $cwd, @rest) = @ARGV;
my $request_file = @rest && $rest[0] ne '--' ? shift @rest : "$directory/request";
my @agent = @rest[1 .. $#rest];
stop('started without a session, a nonce, a directory and a command') if !@agent || $rest[0] ne '--';

my $descriptors = take_descriptors();
my $terminal = enter_raw();
my $machine = machine();
my $request = read_request($request_file);
my $timeout = $request->{timeout}[0] // 20;
$SIG{ALRM} = sub { stop('no word from the launcher') };
alarm $timeout;
my $child = start_watcher_and_probes("$directory/lease");
restore_perl_variables();
my $command;
emit(attestation());
my %variables = wait_for_go();
alarm 0;
become_agent();

# --- start and end ---

# For what the launcher will not see as a frame. stderr; on a terminal the parser shows it escaped.
sub stop {
    syswrite STDERR, "sandbox: gate: $_[0]\n";
    exit 97;
}

# number → link text of everything inherited; what lies above 2 is then closed, for the watcher and for the agent.
sub take_descriptors {
    my %found;
    opendir my $handle, '/proc/self/fd' or stop('no /proc/self/fd');
    for my $number (grep { /^\d+$/ && $_ != fileno $handle } readdir $handle) {
        my $link = readlink "/proc/self/fd/$number";
        $found{$number} = $link if defined $link;
    }
    for (grep { $_ > 2 } keys %found) {
        if (open my $handle, "<&=$_") { close $handle }
    }
    return \%found;
}

# `stty -g; stty raw -echo` without two processes. Linux's generic numbers: TCGETS, TCSETS, struct termios.
sub enter_raw {
    return undef unless -t STDIN;
    my $saved = "\0" x 64;
    ioctl STDIN, 0x5401, $saved or stop('the state of the terminal cannot be read');
    my ($input, $output, $control, $local, $line, @keys) = unpack 'L4C20', $saved;
    @keys[5, 6] = (0, 1);    # VTIME, VMIN
    my $raw = pack 'L4C20', 0, $output & ~0x1, $control, $local & ~(0x1 | 0x2 | 0x4 | 0x8 | 0x40 | 0x8000), $line, @keys;
    ioctl STDIN, 0x5402, $raw or stop('the terminal cannot be made raw');
    return $saved;
}

# ELF machine of this perl: 62 x86_64, 183 aarch64. The numbers are of the generic tables in linux/arch/*.
sub machine {
    my %numbers = (
        62 => {
            faccessat => 269, clock_gettime => 228, unshare => 272, mount => 165, setuid => 105, keyctl => 250, bpf => 321,
            io_uring_setup => 425, userfaultfd => 323, perf_event_open => 298, mknodat => 259, init_module => 175,
            syslog => 103,
        },
        183 => {
            faccessat => 48, clock_gettime => 113, unshare => 97, mount => 40, setuid => 146, keyctl => 219, bpf => 280,
            io_uring_setup => 425, userfaultfd => 282, perf_event_open => 241, mknodat => 33, init_module => 105,
            syslog => 116,
        },
    );
    sysopen my $self, '/proc/self/exe', 0 or return {};
    sysread $self, my $head, 20;
    return $numbers{ unpack 'S', substr $head, 18, 2 } // {};
}

# word → list of arguments. Paths are written with %XX.
sub read_request {
    my ($file) = @_;
    my %lines;
    my $text = slurp($file) // stop('no request');
    for (split /\n/, $text) {
        my ($word, $argument) = /^([a-z-]+) (.+)$/ or stop('unreadable request');
        push @{ $lines{$word} }, $argument;
    }
    stop('request of another version') unless ($lines{request}[0] // '') eq '1';
    return \%lines;
}

sub decode_path {
    my ($text) = @_;
    $text =~ s/%([0-9A-F]{2})/chr hex $1/ge;
    return $text;
}

# One fork for the probes that must not touch this process, and from it the watcher, which init then adopts. The lease is
# open before either exists: a launcher that dies now is noticed. Returns the probes' pipe and process.
sub start_watcher_and_probes {
    my ($path) = @_;
    my $lease = open_lease($path);
    pipe my $reader, my $writer or stop('no pipe');
    my $process = fork // stop('no process');
    if ($process == 0) {
        my $watcher = fork // exit 1;
        if ($watcher == 0) {
            close $reader;
            close $writer;
            watch($lease);
        }
        syswrite $writer, join '', map("$_\n", system_call_probes()), "end\n";
        exit 0;
    }
    return { reader => $reader, process => $process };
}

# Opened without waiting: where the launcher is gone already, nobody will open the other end any more, and the first read
# is the end. While it is there, that read has nothing to give (EAGAIN). The watcher's reads then wait.
sub open_lease {
    my ($path) = @_;
    sysopen my $lease, $path, 0x800 or stop('no lease');    # RDONLY NONBLOCK
    my $count = sysread $lease, my $ignored, 1;
    stop('the launcher is gone') if defined $count || $! != 11;
    my $flags = fcntl $lease, 3, 0;                         # F_GETFL
    fcntl $lease, 4, $flags & ~0x800 or stop('no lease');   # F_SETFL
    return $lease;
}

sub watch {
    my ($lease) = @_;
    $SIG{$_} = 'IGNORE' for qw(HUP INT QUIT TERM PIPE ALRM USR1 USR2 TSTP TTIN TTOU VTALRM PROF IO);
    $0 = 'sandbox-lease';
    setpgrp 0, 0;
    chdir '/';
    open STDIN, '<', '/dev/null';
    open STDOUT, '>', '/dev/null';
    open STDERR, '>', '/dev/null';
    while (1) {
        my $count = sysread $lease, my $ignored, 512;
        last if defined $count ? $count == 0 : $! != 4;
    }
    kill 'TERM', -1;
    sleep 2;
    kill 'KILL', -1;
    exit 0;
}

# --- what is looked at ---

sub attestation {
    my %probes = (access_probes(), file_probes(), socket_probes(), limit_probes());
    $probes{"env:$_"} = $ENV{$_} for grep { defined $ENV{$_} } @{ $request->{env} };
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

# Path of the agent's executable, then the writable directories of PATH that come before it.
sub find_command {
    my $name = $agent[0];
    if ($name =~ m{/}) {
        my $path = $name =~ m{^/} ? $name : "$cwd/$name";
        return -f $path && may($path, 1) eq 'yes' ? $path : undef;
    }
    my @writable;
    for my $directory (split /:/, $ENV{PATH} // '', -1) {
        my $path = "$directory/$name";
        return ($path, @writable) if $directory =~ m{^/} && -f $path && may($path, 1) eq 'yes';
        push @writable, $directory if $directory !~ m{^/} || creatable($directory);
    }
    return (undef, @writable);
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

# --- probes: name → `yes`, or why not ---

# access(2): real uid, mount flags included. 4 read, 2 write, 1 execute.
sub may {
    my ($path, $mode) = @_;
    return 'unsupported' unless $machine->{faccessat};
    my $copy = "$path";
    return outcome(syscall($machine->{faccessat}, -100, $copy, $mode) == 0);
}

sub outcome {
    return 'yes' if $_[0];
    my %names = (
        1 => 'EPERM', 2 => 'ENOENT', 5 => 'EIO', 6 => 'ENXIO', 9 => 'EBADF', 13 => 'EACCES', 14 => 'EFAULT', 16 => 'EBUSY',
        17 => 'EEXIST', 19 => 'ENODEV', 20 => 'ENOTDIR', 21 => 'EISDIR', 22 => 'EINVAL', 26 => 'ETXTBSY', 28 => 'ENOSPC',
        30 => 'EROFS', 36 => 'ENAMETOOLONG', 38 => 'ENOSYS', 40 => 'ELOOP', 93 => 'EPROTONOSUPPORT', 94 => 'ESOCKTNOSUPPORT',
        97 => 'EAFNOSUPPORT', 116 => 'ESTALE',
    );
    return $names{ $! + 0 } // 'E' . ($! + 0);
}

# `access LABEL PATH` → access:LABEL:r, :w, :x
sub access_probes {
    my %bits = (r => 4, w => 2, x => 1);
    my %found;
    for (@{ $request->{access} }) {
        my ($label, $path) = split / /;
        $found{"access:$label:$_"} = may(decode_path($path), $bits{$_}) for keys %bits;
    }
    return %found;
}

# `create DIR`: can a file be made there (removed at once). `open-write FILE`: opened, nothing written. `read FILE`: has it data.
sub file_probes {
    my %found;
    for my $directory (map { decode_path($_) } @{ $request->{create} }) {
        my $path = "$directory/.sandbox-probe-$nonce";
        my $made = sysopen my $handle, $path, 0x1 | 0x40 | 0x80, 0600;    # WRONLY CREAT EXCL
        $found{"create:$directory"} = outcome($made);
        unlink $path if $made;
    }
    for my $path (map { decode_path($_) } @{ $request->{'open-write'} }) {
        $found{"open-write:$path"} = outcome(sysopen my $handle, $path, 0x1 | 0x800);    # WRONLY NONBLOCK
    }
    for my $path (map { decode_path($_) } @{ $request->{read} }) {
        my $opened = sysopen my $handle, $path, 0x800;
        my $count = $opened ? sysread $handle, my $byte, 1 : undef;
        $found{"read:$path"} = defined $count ? $count ? 'data' : 'empty' : outcome(0);
    }
    return %found;
}

# `sockets DIR`: socket files three levels deep on that file system, and the names of the network namespace.
sub socket_probes {
    my %found;
    my @queue = map { my $path = decode_path($_); [ $path, 3, (lstat $path)[0] // 0 ] } @{ $request->{sockets} };
    my $budget = $LISTING_LIMIT;
    while (my $next = shift @queue) {
        my ($directory, $depth, $device) = @$next;
        for my $name (names($directory)) {
            return (%found, 'sockets' => 'too many entries') if --$budget < 0;
            my @stat = lstat "$directory/$name" or next;
            my $type = type_letter($stat[2]);
            $found{"socket:$directory/$name"} = 'yes' if $type eq 's';
            push @queue, [ "$directory/$name", $depth - 1, $device ] if $type eq 'd' && $depth > 1 && $stat[0] == $device;
        }
    }
    my @lines = split /\n/, slurp('/proc/net/unix') // return %found;
    $found{'unix:count'} = @lines - 1;
    for (@lines[1 .. $#lines]) {
        $found{"unix:$1"} = 'yes' if /^(?:\S+\s+){7}(\S.*)$/ && keys %found < 256;
    }
    return %found;
}

# /proc/self/limits: `limit:Max open files` → `soft hard`
sub limit_probes {
    return map { /^(Max .*?) {2,}(\S+) +(\S+)/ ? ("limit:$1" => "$2 $3") : () } split /\n/, slurp('/proc/self/limits') // '';
}

# In a process of their own. Each is harmless where it succeeds: wrong arguments that are only looked at once allowed.
sub system_call_probes {
    my ($empty, $none, $bad) = ('', 'none', 'sandbox-no-such-type');
    my ($root, $device) = ('/', "/tmp/.sandbox-probe-$nonce");
    my %calls = (
        mount => [ $none, $root, $bad, 0, 0 ],
        keyctl => [ 0, -3, 0 ],
        bpf => [ 0x7fff, 0, 0 ],
        io_uring_setup => [ 0, 0 ],
        userfaultfd => [ 0x7fff ],
        perf_event_open => [ 0, 0, -1, -1, 0 ],
        init_module => [ 0, 0, $empty ],
        syslog => [ 10, 0, 0 ],
        mknodat => [ -100, $device, 0020600, 0x103 ],
        setuid => [ $< == 0 ? 65534 : 0 ],
        unshare => [ 0x10000000 ],
    );
    # No other address family: asking for one that is absent makes the host load its kernel module.
    my @found = ('socket:raw=' . outcome(socket my $handle, 2, 3, 1));
    push @found, 'syscall:chroot=' . outcome(chroot '/');
    for my $name (sort keys %calls) {
        my $number = $machine->{$name};
        push @found, "syscall:$name=" . ($number ? outcome(syscall($number, @{ $calls{$name} }) >= 0) : 'unsupported');
        unlink $device if $name eq 'mknodat';
    }
    return @found;
}

sub collected_probes {
    my $text = '';
    while ($text !~ /^end\n/m) {
        my $count = sysread $child->{reader}, $text, 4096, length $text;
        next if !defined $count && $! == 4;
        stop('the watcher or the probes could not be started') unless $count;
    }
    close $child->{reader};
    waitpid $child->{process}, 0;
    return map { /^(.*)=(.*)$/ ? ($1 => $2) : () } split /\n/, $text;
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

# --- the conversation ---

sub emit {
    my ($json) = @_;
    stop('the attestation is too large') if length $json > $FRAME_LIMIT;
    put("SANDBOX-ATTEST $nonce " . length($json) . "\n$json\n");
}

sub put {
    my ($bytes) = @_;
    for (my $at = 0; $at < length $bytes;) {
        my $count = syswrite STDOUT, $bytes, length($bytes) - $at, $at;
        next if !defined $count && $! == 4;
        exit 97 unless $count;
        $at += $count;
    }
}

sub wait_for_go {
    my $go = "GO $nonce\n";
    my %variables;
    my $buffer = '';
    while (1) {
        while ($buffer =~ s/^([^\n]*)\n//) {
            my $line = $1;
            alarm $timeout;
            return %variables if "$line\n" eq $go;
            next if $line eq "WAIT $nonce";
            my ($name, $value) = $line =~ m{^ENV \Q$nonce\E ([A-Za-z0-9+/]+)={0,2}$} ? variable($1) : ();
            stop('a line that is not of the protocol') unless defined $name;
            $variables{$name} = $value;
        }
        stop('a line that is too long') if length $buffer > $LINE_LIMIT;
        # What is still missing of GO, if this may be GO; a whole GO line must follow anything else.
        my $wanted = length($go) - (index($go, $buffer) == 0 ? length $buffer : 0);
        my $count = sysread STDIN, $buffer, $wanted, length $buffer;
        next if !defined $count && $! == 4;
        stop('the launcher is gone') unless $count;
    }
}

# base64 → (name, value); empty when it is none. unpack 'u' wants lines of at most 60 characters, each with its length.
sub variable {
    my ($base64) = @_;
    $base64 =~ tr{A-Za-z0-9+/}{ -_};
    my $decoded = join '', map { unpack 'u', chr(32 + int(length($_) * 3 / 4)) . $_ } $base64 =~ /(.{1,60})/gs;
    return $decoded =~ /\0/ ? () : $decoded =~ /^([^=]+)=(.*)$/s;
}

sub restore_perl_variables {
    delete $ENV{PERL_BADLANG};
    for my $aside (grep { /^SANDBOX_GATE_PERL/ } keys %ENV) {
        $ENV{ substr $aside, length 'SANDBOX_GATE_' } = delete $ENV{$aside};
    }
}

sub become_agent {
    chdir $cwd or stop('the directory of the session cannot be entered: ' . outcome(0));
    $ENV{PWD} = $cwd;
    $ENV{$_} = $variables{$_} for keys %variables;
    if (defined $terminal) { ioctl STDIN, 0x5402, $terminal or stop('the terminal cannot be restored') }
    put("READY $nonce\n");
    delete $SIG{ALRM};
    # execvp: a name that was not found fails here as it would in a shell; a script without #! goes to sh.
    exec { $command // $agent[0] } @agent;
    my $reason = $! + 0;
    syswrite STDERR, "sandbox: cannot execute $agent[0]: $!\n";
    exit($reason == 2 ? 127 : 126);
}
