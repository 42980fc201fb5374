import { Palette } from '#web/ui/generated/icons.ts'
import { Link } from 'react-router'
import { DEFAULT_GLOBAL_STYLES, type GlobalStyles as Styles } from '#domain/builder/builder-document.ts'
import { surroundingsOf } from '#domain/builder/render-document.ts'
import { updateDocument } from '#domain/builder/element-moves.ts'
import { useUser } from '#web/accounts/current-user.tsx'
import { Button } from '#web/ui/button.tsx'
import { useBrand } from './use-brand.ts'
import { useBuilder, useBuilderStore } from './builder-store.ts'
import { applyBrand } from './gallery-dialog.tsx'
import { ColorField } from './properties/color-field.tsx'
import { FontField } from './properties/font-field.tsx'
import { LanguageField } from './properties/language-field.tsx'
import { SizeField } from './properties/size-field.tsx'

const LINK_COLOR = surroundingsOf({ globalStyles: DEFAULT_GLOBAL_STYLES }).linkColor

/** Settings of the whole email: its globalStyles, all free text, and its language. */
export function GlobalStyles() {
  const store = useBuilderStore()
  const styles = useBuilder((state) => state.history.present.globalStyles)
  const field = (key: keyof Styles) => ({
    value: styles[key] ?? '',
    placeholder: DEFAULT_GLOBAL_STYLES[key] ?? LINK_COLOR,
    onChange: (value: string) =>
      store.change((document) => updateDocument(document, { globalStyles: { [key]: value } }), {
        key: `global:${key}`,
      }),
    onRest: () => store.endStep(),
  })
  return (
    <section aria-label="Global Styles" className="border-t border-line p-4 max-lg:border-t-0">
      <h2 className="mb-3 font-strong">Global Styles</h2>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1">
        <ColorField label="Background color" {...field('backgroundColor')} />
        <FontField label="Font family" {...field('fontFamily')} />
        <SizeField label="Max width" property="maxWidth" {...field('maxWidth')} />
        <ColorField label="Link color" {...field('linkColor')} />
        <LanguageField />
        <BrandButton />
      </div>
    </section>
  )
}

/** Gives the email the workspace's brand; admins without one can set it up. */
function BrandButton() {
  const store = useBuilderStore()
  const kit = useBrand()
  const { role } = useUser()
  if (kit) {
    return (
      <Button size="sm" icon={Palette} onClick={() => applyBrand(store)}>
        Use our brand
      </Button>
    )
  }
  if (role !== 'admin') return null
  return (
    <p className="text-xs text-ink-soft">
      New emails can begin with your logo, colors and fonts.{' '}
      <Link to="/settings?tab=brand" className="link">
        Set up your brand
      </Link>
    </p>
  )
}
