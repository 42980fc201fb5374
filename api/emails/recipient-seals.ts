/**
 * Returns SQL for the fingerprint of a recipient: email address, values and files.
 *
 * @param row the columns, or SQL for them; `files`: ids, null if the campaign has no files for each recipient
 */
export const recipientSeal = ({ email, values, files }: Record<'email' | 'values' | 'files', string>) =>
  `sha256(convert_to(jsonb_build_array(${email}, ${values}, ${files})::text, 'UTF8'))`

/**
 * Returns an SQL condition: email `l` of email_logs still has the values and files that were approved for its
 * recipient; null if it has no fingerprint.
 */
export function isAsApproved(l: string): string {
  const now = recipientSeal({ email: `${l}.contact_email`, values: `${l}.merge_values`, files: `${l}.file_ids` })
  return `case when ${l}.approved_seal is not null then ${l}.approved_seal = ${now} end`
}
