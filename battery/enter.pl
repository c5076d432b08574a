# What `sandbox shell` starts in a session: /usr/bin/perl /run/sandbox/enter.pl CWD SIZE -- COMMAND…
# A process that the engine adds to a container has the container's user, limits and first filter of system calls, but not
# the second one, which the gate set for the agent and its children: it is set here again, or nothing starts. The directory
# is entered here too: the workspace is the agent's, and the engine would follow what it put in that place.
#
# SIZE is COLUMNSxROWS of the terminal, or -: the engine can size it only once the command runs, which may have asked by then.
# enter.pl --hangup MARK: everything with SANDBOX_SHELL=MARK among its variables has lost its terminal.
use strict;

our ($nonce, $machine, $request, $child);
my ($directory) = $0 =~ m{^(.*)/};
hang_up($ARGV[1]) if $ARGV[0] eq '--hangup';
require "$directory/probes.pl";
require "$directory/filter.pl";
my ($cwd, $size, $separator, @command) = @ARGV;
stop('started without a directory and a command') if ($separator // '') ne '--' || !@command;
for (qw(CapInh CapPrm CapEff CapBnd CapAmb)) { stop("it has capabilities ($_)") if status($_) !~ /^0+$/ }
stop('it could gain privileges') if status('NoNewPrivs') ne '1';
stop('there is no filter of system calls') if status('Seccomp') ne '2';
$machine = machine();
chdir $cwd or stop("the directory of the session cannot be entered: $!");
$ENV{PWD} = $cwd;
# TIOCSWINSZ, the same number on x86-64 and arm64 (asm-generic/ioctls.h).
ioctl STDIN, 0x5414, pack 'S!4', $2, $1, 0, 0 if $size =~ /^([0-9]{1,5})x([0-9]{1,5})$/;
close_system_calls();
exec { $command[0] } @command;
my $reason = $! + 0;
syswrite STDERR, "sandbox: cannot execute $command[0]: $!\n";
exit($reason == 2 ? 127 : 126);

sub stop {
    syswrite STDERR, "sandbox: shell: $_[0]\n";
    exit 97;
}

sub status {
    my ($name) = @_;
    open my $handle, '<', '/proc/self/status' or return '';
    for (<$handle>) { return $1 if /^\Q$name\E:\s*(\S+)/ }
    return '';
}

sub hang_up {
    my ($mark) = @_;
    for my $process (grep { /^\d+$/ && $_ != $$ } map { m{(\d+)$} } glob '/proc/[0-9]*') {
        open my $handle, '<', "/proc/$process/environ" or next;
        my $environment = do { local $/; <$handle> } // '';
        next unless grep { $_ eq "SANDBOX_SHELL=$mark" } split /\0/, $environment;
        kill $_, $process for qw(HUP CONT);
    }
    exit 0;
}
