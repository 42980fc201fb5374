import { BrandKitSettings } from './brand-kit.tsx'
import { EmailFooter, EmailLanguageSetting } from './email-footer.tsx'
import { EmailSettings } from '../email-settings.tsx'

/** Settings, Brand: the logo, colors and fonts of new emails, and the footer of every email. */
export function BrandSettings() {
  return (
    <EmailSettings>
      {({ settings, locked, change }) => (
        <>
          <BrandKitSettings
            kit={settings.brandKit ?? null}
            disabled={locked}
            onChange={(brandKit) => change({ brandKit })}
          />
          <EmailFooter
            companyName={settings.companyName}
            address={settings.postalAddress}
            disabled={locked}
            onChange={change}
          />
        </>
      )}
    </EmailSettings>
  )
}

/** Settings, Languages and Formats: of dates, amounts, the footer and the unsubscribe page. */
export function LanguageSettings() {
  return (
    <EmailSettings>
      {({ settings, locked, change }) => (
        <EmailLanguageSetting language={settings.language} disabled={locked} onChange={change} />
      )}
    </EmailSettings>
  )
}
