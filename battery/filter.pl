# What engines let through that newer ones deny, denied to the agent and all it starts: io_uring, whose requests no filter
# sees, and sockets to the hypervisor (AF_VSOCK) and the kernel's cryptography (AF_ALG). Docker's own profile has done so for
# io_uring since 25 and AF_VSOCK since 23. A second filter only takes away; no-new-privileges is what allows setting one.
#
# Classic BPF (linux/filter.h, linux/seccomp.h). Each architecture this kernel runs has a block of its own, x32 included: its
# numbers are x86_64's with one more bit. i386's socketcall hides the address family, so it is denied: glibc has not used it
# since Linux 4.3.
use strict;

our $machine;

sub close_system_calls {
    return unless $machine->{prctl};
    my ($io_uring_first, $io_uring_last, $alg, $vsock) = (425, 427, 38, 40);
    my $code = instruction(0x20, 4);    # A = architecture
    for ([ 0xc000003e, 41 ], [ 0x40000003, 359, 102 ], [ 0xc00000b7, 198 ], [ 0x40000028, 281 ]) {
        my ($architecture, $socket, @denied) = @$_;
        my @block = (
            instruction(0x20, 0),             # A = number
            instruction(0x54, 0xbfffffff),    # without x32's bit
        );
        my @tests = ($io_uring_first .. $io_uring_last, @denied);
        # Jumps count instructions: past the tests that follow, the four of the socket, and its ALLOW.
        push @block, map { instruction(0x15, $tests[$_], @tests - $_ + 4, 0) } 0 .. $#tests;
        push @block, (
            instruction(0x15, $socket, 0, 3),
            instruction(0x20, 16),            # A = first argument
            instruction(0x15, $alg, 2, 0),
            instruction(0x15, $vsock, 1, 0),
            instruction(0x06, 0x7fff0000),    # ALLOW
            instruction(0x06, 0x00050001),    # ERRNO EPERM
        );
        $code .= instruction(0x15, $architecture, 0, scalar @block) . join '', @block;
    }
    $code .= instruction(0x06, 0x7fff0000);
    my $program = pack 'S x6 P', length($code) / 8, $code;
    # PR_SET_SECCOMP, SECCOMP_MODE_FILTER
    syscall($machine->{prctl}, 22, 2, $program) == 0 or stop('the filter of system calls cannot be set: ' . outcome(0));
}

# struct sock_filter: code, jump when true, jump when false, value
sub instruction {
    my ($code, $value, $true, $false) = @_;
    return pack 'SCCL', $code, $true // 0, $false // 0, $value;
}

1;
