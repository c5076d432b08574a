# What the gate tries: name → `yes`, or why not. Part of attest.pl. Nothing here changes anything outside the session, and
# nothing stays in any mount.
use strict;

our ($nonce, $machine, $request, $child);
my $ENTRY_LIMIT = 4096;

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
        1 => 'EPERM', 2 => 'ENOENT', 5 => 'EIO', 6 => 'ENXIO', 9 => 'EBADF', 11 => 'EAGAIN', 12 => 'ENOMEM', 13 => 'EACCES',
        14 => 'EFAULT', 16 => 'EBUSY', 17 => 'EEXIST', 18 => 'EXDEV', 19 => 'ENODEV', 20 => 'ENOTDIR', 21 => 'EISDIR',
        22 => 'EINVAL', 26 => 'ETXTBSY', 27 => 'EFBIG', 28 => 'ENOSPC', 30 => 'EROFS', 36 => 'ENAMETOOLONG', 37 => 'ENOLCK',
        38 => 'ENOSYS', 39 => 'ENOTEMPTY', 40 => 'ELOOP', 93 => 'EPROTONOSUPPORT', 94 => 'ESOCKTNOSUPPORT', 95 => 'EOPNOTSUPP',
        97 => 'EAFNOSUPPORT', 99 => 'EADDRNOTAVAIL', 101 => 'ENETUNREACH', 111 => 'ECONNREFUSED', 113 => 'EHOSTUNREACH',
        116 => 'ESTALE', 122 => 'EDQUOT',
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

# `rename PATH`: can a mount be moved aside (moved back at once). `exec DIR`: does a file there run (removed at once).
sub move_probes {
    my %found;
    for my $path (map { decode_path($_) } @{ $request->{rename} }) {
        my $aside = "$path.sandbox-probe-$nonce";
        my $moved = rename $path, $aside;
        $found{"rename:$path"} = outcome($moved);
        rename $aside, $path if $moved;
    }
    for my $directory (map { decode_path($_) } @{ $request->{exec} }) {
        my $path = "$directory/.sandbox-probe-$nonce";
        my $made = sysopen my $handle, $path, 0x1 | 0x40 | 0x80, 0700;
        $found{"exec:$directory"} = $made ? may($path, 1) : outcome(0);
        unlink $path if $made;
    }
    return %found;
}

# `works DIR`: what every agent does in its own configuration: a directory, a file, its replacement by rename, both kinds
# of lock, something nested. All of it in one directory whose name nobody else has, which is gone afterwards.
sub own_config_probes {
    my ($line) = @{ $request->{works} // [] } or return ();
    my ($path, $kernel, @identity) = split / /, $line;
    my $top = decode_path($path) . "/.sandbox-probe-$nonce";
    # Not in a directory that was put in its place: on the launcher's kernel the numbers tell.
    my @found = stat decode_path($path);
    return ('works:directory' => 'ESTALE')
      if @identity && $kernel eq (first_line('/proc/sys/kernel/random/boot_id') // '') && "@found[0, 1]" ne "@identity";
    my %found = ('works:directory' => outcome(mkdir $top, 0700));
    return %found if $found{'works:directory'} ne 'yes';
    $found{'works:write'} = outcome(write_file("$top/a", 'old') && write_file("$top/b", 'new'));
    $found{'works:rename'} = outcome(rename("$top/b", "$top/a") && (slurp("$top/a") // '') eq 'new');
    my $lock = pack 's s x4 q q l x4', 1, 0, 0, 0, 0;    # struct flock: F_WRLCK, from the start, to the end
    my $opened = open my $handle, '+<', "$top/a";
    $found{'works:lock'} = outcome($opened && flock($handle, 2 | 4) && fcntl($handle, 6, $lock));    # F_SETLK
    close $handle if $opened;
    $found{'works:nested'} = outcome(mkdir("$top/d", 0700) && write_file("$top/d/e", 'new'));
    unlink "$top/a", "$top/b", "$top/d/e";
    rmdir "$top/d";
    $found{'works:clean'} = outcome(rmdir $top);
    return %found;
}

sub write_file {
    my ($path, $text) = @_;
    sysopen my $handle, $path, 0x1 | 0x40 | 0x80, 0600 or return 0;
    return defined syswrite($handle, $text) && close $handle;
}

# `route ADDRESS`: does the kernel know a way there. Connecting a UDP socket only asks; nothing is sent.
sub route_probes {
    my %found;
    for my $address (@{ $request->{route} }) {
        my $name = $address =~ /:/ ? ipv6($address) : pack 'S n C4 x8', 2, 9, split /\./, $address;
        my $handle;
        $found{"route:$address"} = !defined $name ? 'EAFNOSUPPORT'
          : outcome(socket($handle, unpack('S', $name), 2, 17) && connect $handle, $name);
    }
    return %found;
}

# undef where the kernel has no IPv6: asking for a socket would make the host load it.
sub ipv6 {
    my ($address) = @_;
    return undef unless -e '/proc/net/if_inet6';
    my ($left, $right) = map { [ split /:/ ] } split /::/, "$address ", 2;
    my @right = grep { s/ //; $_ ne '' } @{ $right // [] };
    my @left = @$left;
    my @words = (@left, (0) x (8 - @left - @right), @right);
    return pack 'S n N n8 N', 10, 9, 0, (map { hex } @words), 0;
}

# `sockets DIR`: socket files three levels deep on that file system, and the names of the network namespace.
sub socket_probes {
    my %found;
    my @queue = map { my $path = decode_path($_); [ $path, 3, (lstat $path)[0] // 0 ] } @{ $request->{sockets} };
    my $budget = $ENTRY_LIMIT;
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

# System calls, and the flag O_NOFOLLOW, by ELF machine of this perl: 62 x86_64, 183 aarch64 (tables in linux/arch/*).
sub machine {
    my %numbers = (
        62 => {
            faccessat => 269, clock_gettime => 228, unshare => 272, mount => 165, setuid => 105, keyctl => 250, bpf => 321,
            io_uring_setup => 425, userfaultfd => 323, perf_event_open => 298, mknodat => 259, init_module => 175,
            syslog => 103, prctl => 157, nofollow => 0x20000,
        },
        183 => {
            faccessat => 48, clock_gettime => 113, unshare => 97, mount => 40, setuid => 146, keyctl => 219, bpf => 280,
            io_uring_setup => 425, userfaultfd => 282, perf_event_open => 241, mknodat => 33, init_module => 105,
            syslog => 116, prctl => 167, nofollow => 0x8000,
        },
    );
    sysopen my $self, '/proc/self/exe', 0 or return {};
    sysread $self, my $head, 20;
    return $numbers{ unpack 'S', substr $head, 18, 2 } // {};
}

1;
