import type { DraftDoubt, Mailbox } from './provider.ts'
import type { Attempt } from './store.ts'

/**
 * What became of an attempt whose worker died (design decision 4):
 * `sent` and `unsent` were looked up in the mailbox; `never-left` needs no look, since a draft whose id was not persisted was never sent;
 * `uncertain` cannot be known and is never repeated by itself.
 */
export type Settlement = 'sent' | 'unsent' | 'never-left' | { uncertain: string }

/** Settles an attempt. Throws DeliveryError when the mailbox cannot be asked. */
export async function settleAttempt(mailbox: Mailbox, attempt: Attempt, doubt: DraftDoubt): Promise<Settlement> {
  if (attempt.protocol === 'draft') {
    if (attempt.draftId === null) return 'never-left'
    return mailbox.settleDraft(attempt.draftId, doubt)
  }
  return {
    uncertain:
      'UNCERTAIN: sending was interrupted before the provider answered, and this mailbox does not let us look whether the mail left.',
  }
}
