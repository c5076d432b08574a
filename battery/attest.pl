# The gate: attests what the container is, waits for the launcher's word, becomes the agent. It decides nothing.
#
# perl-base only, and of that only `strict`: POSIX or Socket would cost 8 ms. System calls without a builtin go through
# `syscall` with the numbers of x86_64 and aarch64; elsewhere their probes say `unsupported`.
#
# Protocol (stdout →, stdin ←), battery/parse-frame.ts is the other end:
#   → SANDBOX-ATTEST <nonce> <bytes>\n<that many bytes of ASCII JSON>\n     at most 1 MiB
#   ← WAIT <nonce>\n                        still judging: the 20 s begin again
#   ← READ <nonce> <path>\n                 a file's first 64 KiB, for an engine whose inode numbers cannot be compared
#   → SANDBOX-READ <nonce> <bytes>\n<JSON text, or null>\n
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
#
# look.pl: what is looked at, and its JSON. probes.pl: what is tried. filter.pl: what the agent may not call.
use strict;

my $FRAME_LIMIT = 1 << 20;
my $LINE_LIMIT = 1 << 20;
my $READ_LIMIT = 1 << 16;

my ($directory) = $0 =~ m{^(.*)/};
our ($session, $nonce, $cwd, @rest) = @ARGV;
my $request_file = @rest && $rest[0] ne '--' ? shift @rest : "$directory/request";
our @agent = @rest[1 .. $#rest];
stop('started without a session, a nonce, a directory and a command') if !@agent || $rest[0] ne '--';

# Everything, where the process namespace is this session's alone: there the gate is init's child. Else the gate's group.
my $all = getppid == 1 || $$ == 1 ? -1 : -getpgrp;

our $descriptors = take_descriptors();
my $terminal = enter_raw();
require "$directory/look.pl";
require "$directory/probes.pl";
require "$directory/filter.pl";
our $machine = machine();
our $request = read_request($request_file);
my $timeout = $request->{timeout}[0] // 20;
$SIG{ALRM} = sub { stop('no word from the launcher') };
alarm $timeout;
our $child = start_watcher_and_probes("$directory/lease");
restore_perl_variables();
our $command;
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
    kill 'TERM', $all;
    sleep 2;
    kill 'KILL', $all;
    exit 0;
}

# --- the conversation ---

sub emit {
    my ($json) = @_;
    stop('the attestation is too large') if length $json > $FRAME_LIMIT;
    put("SANDBOX-ATTEST $nonce " . length($json) . "\n$json\n");
}

# A regular file, opened without following a link and without waiting; anything else is null.
sub answer {
    my ($path) = @_;
    my ($handle, $bytes);
    my $opened = $machine->{nofollow} && sysopen $handle, $path, $machine->{nofollow} | 0x800;    # NONBLOCK
    my $json = $opened && -f $handle && defined sysread($handle, $bytes, $READ_LIMIT) ? text($bytes) : 'null';
    put("SANDBOX-READ $nonce " . length($json) . "\n$json\n");
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
            if ($line =~ m{^READ \Q$nonce\E (/[A-Za-z0-9/._%-]*)$}) {
                answer(decode_path($1));
                next;
            }
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
    close_system_calls();
    put("READY $nonce\n");
    delete $SIG{ALRM};
    # execvp: a name that was not found fails here as it would in a shell; a script without #! goes to sh.
    exec { $command // $agent[0] } @agent;
    my $reason = $! + 0;
    syswrite STDERR, "sandbox: cannot execute $agent[0]: $!\n";
    exit($reason == 2 ? 127 : 126);
}
