import { execFileSync } from 'node:child_process'
import { SCORED_EMAILS } from './scored-emails.ts'
for (const { name, mime } of SCORED_EMAILS) {
  const out = execFileSync('spamassassin', ['-L', '-t'], { input: mime, maxBuffer: 1e8 }).toString()
  const status = /X-Spam-Status: ([^]*?)\n(?!\s)/.exec(out)?.[1]?.replace(/\s+/g, ' ')
  console.log(name, '|', status)
}
