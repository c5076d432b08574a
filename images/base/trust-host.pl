# trust-host.pl BUNDLE KNOWN DIRECTORY: writes each certificate of BUNDLE that KNOWN does not have into a file of its own
# in DIRECTORY, for update-ca-certificates(8). Needs nothing but perl-base.
use strict;
use warnings;

my ($bundle, $known, $directory) = @ARGV;
my %have = map { $_ => 1 } certificates($known);
my $number = 0;
for my $body (grep { !$have{$_}++ } certificates($bundle)) {
    open my $out, '>', sprintf('%s/host-%03d.crt', $directory, ++$number) or die "cannot write to $directory: $!";
    print $out join("\n", '-----BEGIN CERTIFICATE-----', $body =~ /.{1,64}/g, '-----END CERTIFICATE-----', '');
    close $out or die "cannot write to $directory: $!";
}

# The base64 text between the markers, without white space.
sub certificates {
    my ($path) = @_;
    open my $in, '<', $path or die "cannot read $path: $!";
    local $/;
    my $text = <$in> // '';
    my @found = $text =~ /-----BEGIN CERTIFICATE-----(.*?)-----END CERTIFICATE-----/gs;
    s/\s+//g for @found;
    return @found;
}
