/** Returns what the activity log says of the recipients of a launch: all of them, and how many get no email. */
export function recipientChanges(recipients: number, leftOut: number): { field: string; from: null; to: string }[] {
  const all = { field: 'recipients', from: null, to: String(recipients) }
  return leftOut > 0 ? [all, { field: 'leftOut', from: null, to: String(leftOut) }] : [all]
}
