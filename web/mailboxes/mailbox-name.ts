interface OwnedMailbox {
  email: string
  isMine: boolean
  owner: { name: string } | null
}

/** Returns the owner of a colleague's mailbox: "Bo Ek’s mailbox"; null for the user's own. */
export function ownerText({ isMine, owner }: Omit<OwnedMailbox, 'email'>): string | null {
  if (isMine) return null
  return owner ? `${owner.name}’s mailbox` : 'a former colleague’s mailbox'
}

/** A mailbox’s address, with its owner if that is a colleague: "info@acme.example (Bo Ek’s mailbox)". */
export function mailboxName(mailbox: OwnedMailbox): string {
  const owner = ownerText(mailbox)
  return owner === null ? mailbox.email : `${mailbox.email} (${owner})`
}
