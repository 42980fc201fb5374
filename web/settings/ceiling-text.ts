import type { SendCeiling } from '#domain/tenants/plans.ts'

const UNITS = [
  { seconds: 86_400, one: 'per day', many: 'days' },
  { seconds: 3_600, one: 'per hour', many: 'hours' },
  { seconds: 60, one: 'per minute', many: 'minutes' },
] as const

/** "10 emails per 30 minutes", "100 emails per day". */
export function limitText({ count, seconds }: SendCeiling): string {
  const mails = `${count.toLocaleString()} ${count === 1 ? 'email' : 'emails'}`
  const unit = UNITS.find((each) => seconds % each.seconds === 0)
  if (!unit) return `${mails} per ${seconds.toLocaleString()} seconds`
  const times = seconds / unit.seconds
  return times === 1 ? `${mails} ${unit.one}` : `${mails} per ${times.toLocaleString()} ${unit.many}`
}
