#!/bin/sh
# The first program in the container: /bin/sh /run/sandbox/gate.sh SESSION NONCE CWD [REQUEST] -- AGENT ARGUMENT…
# It hands over to attest.pl (Debian's perl-base), which attests, waits for GO and becomes the agent. The protocol is
# described there. Everything is named by absolute path: the session's PATH belongs to the agent and is not used here.
#
# Perl would take orders from these variables. The session's own values are put aside for the agent under another name.
for name in PERL5LIB PERLLIB PERL5OPT PERL5DB PERLIO PERLIO_DEBUG PERL_UNICODE PERL_ENCODING PERL_SIGNALS PERL_HASH_SEED \
  PERL_HASH_SEED_DEBUG PERL_PERTURB_KEYS PERL_INTERNAL_RAND_SEED PERL_RAND_SEED PERL_USE_UNSAFE_INC PERL_DESTRUCT_LEVEL \
  PERL_MEM_LOG PERL_BADLANG; do
  eval "if [ \"\${$name+set}\" ]; then export SANDBOX_GATE_$name=\"\$$name\"; unset $name; fi"
done
# No warning about a locale the image lacks: on a terminal it would stand before the frame.
export PERL_BADLANG=0
if [ ! -x /usr/bin/perl ]; then
  echo 'sandbox: the image has no /usr/bin/perl; its base must be Debian or hold perl-base' >&2
  exit 97
fi
exec /usr/bin/perl "${0%/*}/attest.pl" "$@"
