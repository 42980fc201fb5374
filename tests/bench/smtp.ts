import { createTransport } from 'nodemailer'
import { composeMime, mimeBytes } from '#api/sending/message/mime.ts'
import type { OpenMailbox, OutgoingMessage } from '#api/sending/provider.ts'
import type { SmtpGrant } from '#api/providers/smtp/mailbox-credentials.ts'
import { createSmtp } from '#api/providers/smtp/smtp.ts'
import { POSTFIX_DOVECOT } from '../support/real-mail/postfix-dovecot.ts'
import { REAL_USERS, startMailServers, type RealMailServers } from '../support/real-mail-servers.ts'
import { count, inTurn, median, msText, timed, type Bench } from './bench.ts'

/** Number of messages submitted at a time, as many as the engine sends from one mailbox. */
const CONNECTIONS = 3
/** Number of emails in a large Sent folder that were sent today. */
const OF_TODAY = 2_000
/**
 * ms between two searches of the Sent folder: a search begins where the folder ended a minute before the uncertain
 * email.
 */
const BETWEEN_LOOKS = 120_000
const [ADA, BO] = REAL_USERS as [(typeof REAL_USERS)[number], (typeof REAL_USERS)[number]]

/**
 * Compares submissions through a local Postfix with a nodemailer pool that submits the same bytes and stores nothing.
 * Also measures the time to find out, in a large Sent folder of Dovecot, whether an uncertain email was sent. Needs root
 * and the packages of `.ci/mail-servers`.
 */
export const smtpBench: Bench = {
  name: 'smtp',
  inTable: false,
  async run({ small, rounds, recipients, say, undo }) {
    const emails = recipients ?? (small ? 20 : 2_000)
    const kept = small ? 3_000 : 100_000
    const servers = await startMailServers({
      ...POSTFIX_DOVECOT,
      script: `${fillSent(kept)}\n${POSTFIX_DOVECOT.script}`,
    })
    undo.push(() => servers.stop())
    const messages = Array.from({ length: emails }, (_, index) => message(index))
    const box = mailboxAt(servers, { imap: null }, Date.now)
    const sending = await inTurn(
      rounds,
      () => timed(() => each(messages, (one) => box.send(one))),
      () => timed(() => submitBare(servers, messages)),
    )
    const looks = { first: [] as number[], later: [] as number[] }
    for (let round = 0; round < rounds; round += 1) {
      // A mailbox opened anew remembers as much of the folder as a process that has just started.
      let now = Date.now()
      const reader = mailboxAt(servers, {}, () => now)
      const look = () => timed(() => reader.findMarked(new Date(now - 60_000)))
      looks.first.push(await look())
      now += BETWEEN_LOOKS
      looks.later.push(await look())
    }
    say(
      `  looks after a start: ${looks.first.map(msText).join(', ')}; later ones: ${looks.later.map(msText).join(', ')}`,
    )
    const rate = (ms: number) => (emails / ms) * 1_000
    return [
      {
        name: `submit ${count(emails)} through Postfix, bound: nodemailer's pool`,
        ours: `${count(rate(sending.ours))}/s`,
        bound: `${count(rate(sending.bound))}/s`,
        ratio: sending.bound / sending.ours,
        goal: '≥ 0.60',
      },
      {
        name: `settle a doubt in Sent with ${count(kept)} emails`,
        ours: msText(median(looks.later)),
        bound: '',
        ratio: null,
        goal: '≤ 50 ms',
      },
    ]
  },
}

/** Shell commands that fill Ada's Sent folder with marked emails; only the last of them are of today. */
function fillSent(emails: number): string {
  const folder = `/var/mail/${ADA.email}/Maildir/.Sent`
  const mail = [`From: ${ADA.email}`, `To: ${BO.email}`, 'Subject: Hello', 'X-Mergewell-Email: mw1.%032x.1'].join('\\n')
  return `mkdir -p ${folder}/cur ${folder}/new ${folder}/tmp
    touch ${folder}/maildirfolder
    awk 'BEGIN {
      for (i = 1; i <= ${emails}; i++) {
        file = sprintf("${folder}/cur/%d.M%dP1.bench:2,S", 1600000000 + i, i)
        printf "${mail}\\nMessage-ID: <%d@bench.test>\\n\\nHello\\n", i, i > file
        close(file)
        if (i <= ${emails - OF_TODAY}) print file
      }
    }' | xargs touch -d '30 days ago'
    chown -R vmail:vmail /var/mail/${ADA.email}`
}

function mailboxAt({ address }: RealMailServers, change: Partial<SmtpGrant>, now: () => number): OpenMailbox {
  const { host, smtpPort, imapPort, certificateFile: caFile } = address
  const server = { host, user: ADA.email, security: 'tls' } as const
  const grant = JSON.stringify({
    ...{ version: 1, password: ADA.password, folders: null, keepsCopy: false },
    smtp: { ...server, port: smtpPort },
    imap: { ...server, port: imapPort },
    ...change,
  } satisfies SmtpGrant)
  const keep = () => Promise.resolve()
  return createSmtp({ allowPrivate: true, sandboxed: false, caFile, now }).openMailbox(grant, keep)
}

const message = (number: number): OutgoingMessage => ({
  from: { name: 'Ada', address: ADA.email },
  to: { name: 'Bo', address: BO.email },
  subject: `Number ${number}`,
  messageId: `<${number}@bench.test>`,
  html: `<p>Hello Bo</p><p>${'A sentence of an ordinary email. '.repeat(100)}</p>`,
  text: `Hello Bo\n\n${'A sentence of an ordinary email. '.repeat(100)}`,
  headers: [],
  attachments: [],
})

/** Submits the same bytes with nodemailer's pool. */
async function submitBare({ address }: RealMailServers, messages: readonly OutgoingMessage[]): Promise<void> {
  const { host, smtpPort: port, certificate } = address
  const pool = createTransport({
    ...{ pool: true, maxConnections: CONNECTIONS, maxMessages: Infinity, host, port, secure: true },
    ...{ tls: { ca: certificate }, auth: { user: ADA.email, pass: ADA.password } },
  })
  await each(messages, async (one) => {
    const raw = mimeBytes(composeMime(one, { messageId: one.messageId ?? '' }))
    await pool.sendMail({ envelope: { from: ADA.email, to: BO.email }, raw })
  })
  pool.close()
}

/** Runs the work for each item, {@link CONNECTIONS} at a time. */
async function each<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const waiting = items.values()
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (const item of waiting) await work(item)
    }),
  )
}
