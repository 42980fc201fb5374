import { placeOfLink, type SheetPlace } from '#domain/contacts/live-sheets.ts'
import { PROVIDERS, type SignInProvider } from '#domain/mailboxes/providers.ts'
import { ProviderMark } from '#web/mailboxes/provider-mark.tsx'
import { Button } from '#web/ui/button.tsx'

/** The parameter of /upload with the link to a sheet that was just opened at its provider. */
export const SHEET_PARAM = 'sheet'

/**
 * Returns the provider at which the user must open a link's sheet; null for a CSV file, which needs no permission, and
 * while the text is no link.
 */
export function providerOfLink(link: string): Exclude<SheetPlace['kind'], 'csv'> | null {
  if (!URL.canParse(link)) return null
  const { kind } = placeOfLink(link)
  return kind === 'csv' ? null : kind
}

const PICKED_AT: Record<'google' | 'microsoft', string> = { google: 'Google Drive', microsoft: 'OneDrive' }

interface AllowFilesProps {
  provider: SignInProvider
  /** link to the sheet to open; absent: the user chooses one at the provider */
  link?: string
  onLeave?: () => void
}

/** Link to the provider that asks the user whether Mergewell may open a sheet, and shows a list of their sheets. */
export function AllowFiles({ provider, link, onLeave }: AllowFilesProps) {
  const query = new URLSearchParams({ action: 'files', ...(link !== undefined && { link }) })
  return (
    <Button asChild size="sm">
      <a href={`/auth/${provider}?${query}`} onClick={onLeave}>
        <ProviderMark provider={provider} />
        {link === undefined ? `Choose from ${PICKED_AT[provider]}` : `Allow access at ${PROVIDERS[provider].name}`}
      </a>
    </Button>
  )
}
