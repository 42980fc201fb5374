import { spawnSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isHard, type Bounce } from '#domain/inbox/bounce-report.ts'
import { recognize } from '#domain/inbox/recognize-message.ts'
import { inboxMailOf } from '#tests/support/inbox-file.ts'

/**
 * Bounces of Sisimai's set-of-emails (SISIMAI_DIR), judged by us and by Sisimai itself: `SISIMAI_LIB` names the folder
 * `lib` of p5-sisimai; by default the one beside SISIMAI_DIR, as where the collection is a submodule.
 *
 * A bounce is an email of `maildir/bsd` of which Sisimai reports at least one recipient with another reason than
 * `feedback`, `delivered` or `vacation`. Notices of a delay and what a person forwards are none (by their subject), nor are emails whose
 * parts were lost when the collection was made (the boundary that the header names never occurs). It is recognized if
 * we call it a bounce, and taken for a person if we call it a reply. A recipient is decidable if its email is
 * recognized and Sisimai's reason is none of `undefined`, `onhold`, `filtered` and `suspend`: the latter two say of
 * "User unknown" after DATA, and of a disabled mailbox, neither that the address lives nor that it does not. We agree if
 * both or neither of us would suppress the address (Sisimai: `hardbounce`).
 */

/** A report of Sisimai (a bounce parser) about a recipient. */
interface Reported {
  reason: string
  hardbounce: string
  recipient: string
}

const NO_BOUNCE = /^(feedback|delivered|vacation)$/
const NO_REASON = /^(undefined|onhold|filtered|suspend)$/
const OTHER_SUBJECT = /\bdelay|still being retried|^warning|: warning$|^fwd:/i
/** Number of disagreements listed, so that a run shows where to look. */
const LISTED = 60

export async function measureBounces(folder: string): Promise<string[]> {
  const lib = process.env.SISIMAI_LIB ?? join(folder, '..', 'lib')
  const mails = join(folder, 'maildir', 'bsd')
  const sisimai = askSisimai(lib, mails)
  if (typeof sisimai === 'string')
    return [`Left out: Sisimai did not run (${sisimai}). SISIMAI_LIB names its folder lib.`]
  const figures = { bounces: 0, recognized: 0, people: 0, decidable: 0, agreed: 0 }
  const listed: string[] = []
  for (const name of (await readdir(mails)).toSorted()) {
    const reported = (sisimai[name] ?? []).filter(({ reason }) => !NO_BOUNCE.test(reason))
    const raw = await readFile(join(mails, name))
    const mail = await inboxMailOf(raw)
    if (reported.length === 0 || OTHER_SUBJECT.test(mail.subject) || isDamaged(raw, mail.headers['content-type']))
      continue
    const returned = recognize(mail, mail.report, [])
    figures.bounces += 1
    if (returned.what === 'reply') figures.people += 1
    if (returned.what !== 'bounce') {
      listed.push(`${name}: ${returned.what}`)
      continue
    }
    figures.recognized += 1
    for (const { reason, hardbounce, recipient } of reported) {
      if (NO_REASON.test(reason)) continue
      figures.decidable += 1
      const ours = bounceOf(returned.bounces, recipient)
      if (!ours) continue
      if (isHard(ours) === (hardbounce === '1')) figures.agreed += 1
      else listed.push(`${name}: ${ours.kind} ${ours.code ?? ''}, Sisimai says ${reason}`)
    }
  }
  const share = (part: number, whole: number) => `${part} of ${whole} (${((part / whole) * 100).toFixed(1)} %)`
  return [
    `Recognized: ${share(figures.recognized, figures.bounces)}`,
    `Taken for a person: ${figures.people}`,
    `Agreement of permanence: ${share(figures.agreed, figures.decidable)}`,
    ...listed.slice(0, LISTED).map((line) => `- ${line}`),
  ]
}

/** Returns the product's verdict on one recipient; if the report does not name the address, its first verdict. */
function bounceOf(bounces: readonly Bounce[], recipient: string): Bounce | undefined {
  return bounces.find(({ recipients }) => recipients.includes(recipient.toLowerCase())) ?? bounces[0]
}

function isDamaged(raw: Buffer, contentType = ''): boolean {
  const boundary = /\bboundary\s*=\s*(?:"([^"]+)"|([^\s;]+))/i.exec(contentType)
  const text = boundary?.[1] ?? boundary?.[2]
  return text !== undefined && !raw.includes(`\n--${text}`)
}

const SCRIPT = `
  use Sisimai; use JSON::PP; my %found;
  for my $file (glob("$ARGV[0]/*.eml")) {
    my ($name) = $file =~ m|([^/]+)$|;
    my $list = eval { Sisimai->rise($file, 'delivered' => 1, 'vacation' => 1) } || [];
    $found{$name} = [map { my $one = $_; +{ reason => "$one->{reason}", hardbounce => "$one->{hardbounce}", recipient => $one->recipient->address } } @$list];
  }
  print encode_json(\\%found);`

/** Runs Sisimai and returns its results by file name; the error text if it cannot run. */
function askSisimai(lib: string, mails: string): Record<string, Reported[]> | string {
  const run = spawnSync('perl', [`-I${lib}`, '-e', SCRIPT, mails], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  if (run.error) return run.error.message
  return run.status === 0 ? (JSON.parse(run.stdout) as Record<string, Reported[]>) : (run.stderr.split('\n')[0] ?? '')
}
