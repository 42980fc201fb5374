import type { SendCeiling } from '#domain/plans.ts'

const UNITS = [
  { seconds: 86_400, one: 'a day', many: 'days' },
  { seconds: 3_600, one: 'an hour', many: 'hours' },
  { seconds: 60, one: 'a minute', many: 'minutes' },
] as const

/** "10 emails in 30 minutes", "100 emails a day". */
export function limitText({ count, seconds }: SendCeiling): string {
  const mails = `${count.toLocaleString()} ${count === 1 ? 'email' : 'emails'}`
  const unit = UNITS.find((each) => seconds % each.seconds === 0)
  if (!unit) return `${mails} in ${seconds.toLocaleString()} seconds`
  const times = seconds / unit.seconds
  return times === 1 ? `${mails} ${unit.one}` : `${mails} in ${times.toLocaleString()} ${unit.many}`
}
