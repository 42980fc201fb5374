/**
 * SQL on an email `l` that waits to be sent again: an earlier try may have been taken. A person wanted an uncertain email sent again, or no
 * answer told whether the last try was taken and the mailbox has not shown its draft since.
 */
export const MAY_HAVE_LEFT_BEFORE = `(l.draft_history @> '[{"person": true}]'
  or (l.draft_history @> '[{"call": "uncertain"}]' or l.draft_history @> '[{"call": "missing"}]')
    and l.draft_history->-1->>'look' is distinct from 'draft')`

/** Error text of such an email that is not sent again after all. */
export const EARLIER_TRY = 'UNCERTAIN: the provider did not say whether it took this email, and it was not sent again.'
