import type { OpenMailbox } from './provider.ts'

/** Runs one call of a mailbox; `call` is its name. */
export type Around = <R>(call: keyof OpenMailbox, run: () => Promise<R>) => Promise<R>

/** Returns the mailbox with every call to its provider run by `around`. */
export function wrapMailbox(mailbox: OpenMailbox, around: Around): OpenMailbox {
  const { archive, readAliases, readSent, countSent, watchInbox } = mailbox
  return {
    ...(archive && { archive: (id: string) => around('archive', () => archive(id)) }),
    ...(countSent && { countSent: (since: Date) => around('countSent', () => countSent(since)) }),
    ...(readSent && { readSent: (messageId: string) => around('readSent', () => readSent(messageId)) }),
    // It lasts for hours, and is no call.
    ...(watchInbox && { watchInbox }),
    canDraft: mailbox.canDraft,
    canRead: mailbox.canRead,
    replacesFrom: mailbox.replacesFrom,
    readAliases: readAliases && (() => around('readAliases', () => readAliases())),
    draftLooks: mailbox.draftLooks,
    renewSignIn: () => around('renewSignIn', () => mailbox.renewSignIn()),
    createDraft: (message) => around('createDraft', () => mailbox.createDraft(message)),
    sendDraft: (draftId) => around('sendDraft', () => mailbox.sendDraft(draftId)),
    lookAtDraft: (draftId) => around('lookAtDraft', () => mailbox.lookAtDraft(draftId)),
    probe: () => around('probe', () => mailbox.probe()),
    send: (message) => around('send', () => mailbox.send(message)),
    discardDraft: (draftId) => around('discardDraft', () => mailbox.discardDraft(draftId)),
    findMarked: (since, state) => around('findMarked', () => mailbox.findMarked(since, state)),
    listInbox: (cursor, since, size) => around('listInbox', () => mailbox.listInbox(cursor, since, size)),
    listInboxBetween: (from, to, size) => around('listInboxBetween', () => mailbox.listInboxBetween(from, to, size)),
    readInboxMail: (entry) => around('readInboxMail', () => mailbox.readInboxMail(entry)),
    readMail: (id, address) => around('readMail', () => mailbox.readMail(id, address)),
  }
}
