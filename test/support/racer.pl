# Exchanges the pairs of paths it is given, over and over, until its standard input ends; then each is where it was. With
# renameat2(2) and RENAME_EXCHANGE, so that the name is never free: perl racer.pl REST AWAY ONE OTHER [ONE OTHER]…
# REST and AWAY: how long at most, in microseconds, each stays in its place and out of it; 0 0: as fast as it goes.
# Says at its end how often.
use strict;
use warnings;

my ($rest, $away, @paths) = @ARGV;
my %numbers = (x86_64 => 316, aarch64 => 276);
chomp(my $machine = `uname -m`);
my $renameat2 = $numbers{$machine} or die "no number of renameat2 for $machine";
my ($AT_FDCWD, $EXCHANGE) = (-100, 2);

sub exchange {
  for (my $i = 0; $i < @paths; $i += 2) {
    my ($one, $other) = @paths[$i, $i + 1];
    syscall($renameat2, $AT_FDCWD, $one, $AT_FDCWD, $other, $EXCHANGE) == 0 or die "$one: $!";
  }
}

my ($count, $ended) = (0, 0);
until ($ended) {
  exchange();
  select(undef, undef, undef, rand($away) / 1e6) if $away;
  exchange();
  $count += 1;
  my $ready = '';
  vec($ready, 0, 1) = 1;
  $ended = select($ready, undef, undef, rand($rest) / 1e6);
}
print "$count\n";
