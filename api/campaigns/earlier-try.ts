/** SQL on an email `l` that waits to be sent again: an earlier try without a draft may have been taken. */
export const MAY_HAVE_LEFT_BEFORE = `l.draft_id is null and l.draft_history @> '[{"call": "uncertain"}]'`

/** Error text of such an email that is not sent again after all. */
export const EARLIER_TRY = 'UNCERTAIN: the provider did not say whether it took this email, and it was not sent again.'
