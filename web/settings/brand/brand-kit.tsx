import { Plus, Upload, X } from '#web/ui/generated/icons.ts'
import { useRef, useState } from 'react'
import { BRAND_COLORS_MAX, BRAND_FONT_MAX, NO_BRAND, type BrandKit } from '#domain/settings/brand-kit.ts'
import { colorOf } from '#domain/builder/colors.ts'
import { ColorField } from '#web/builder/properties/color-field.tsx'
import { FontField } from '#web/builder/properties/font-field.tsx'
import { imagesAmong, uploadImage } from '#web/builder/upload-image.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FilePicker } from '#web/ui/file-picker.tsx'

/** Width in px at which emails show the logo. */
const LOGO_WIDTH = 160
const NEW_COLOR = '#1d2433'

interface BrandKitSettingsProps {
  kit: BrandKit | null
  disabled: boolean
  onChange: (kit: BrandKit) => void
}

/** Logo, colors and fonts with which new emails begin (product: settings.brand). */
export function BrandKitSettings({ kit, disabled, onChange }: BrandKitSettingsProps) {
  const saved = kit ? ownFields(kit) : NO_BRAND
  /** The values being edited; null while no field is. */
  const [typed, setTyped] = useState<BrandKit | null>(null)
  const shown = typed ?? saved
  const type = (part: Partial<BrandKit>) => setTyped({ ...shown, ...part })

  function save(next: BrandKit) {
    setTyped(null)
    // A text that is no color leaves the saved color as it was.
    const colors = next.colors.flatMap((color, index) => colorOf(color) ?? saved.colors[index] ?? [])
    const whole = { ...next, colors: [...new Set(colors)].slice(0, BRAND_COLORS_MAX) }
    if (JSON.stringify(whole) !== JSON.stringify(saved)) onChange(whole)
  }
  const rest = () => typed && save(typed)
  const font = (label: string, name: 'headingFont' | 'bodyFont') => (
    <FontField
      label={label}
      value={shown[name] ?? ''}
      placeholder="Keep the email’s own font"
      disabled={disabled}
      onChange={(value) => type({ [name]: value.slice(0, BRAND_FONT_MAX).trim() || null })}
      onChoose={(value) => save({ ...shown, [name]: value })}
      onRest={rest}
    />
  )

  return (
    <Card
      title="Brand"
      description="New emails and starter templates begin with your logo, colors and fonts. “Use our brand” in the builder gives them to an email you already have."
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Logo address={shown.logo} disabled={disabled} onChange={(logo) => save({ ...shown, logo })} />
        <fieldset className="grid gap-2">
          <legend className="mb-1.5 font-strong">Colors</legend>
          {shown.colors.length > 0 && (
            <ul className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-2">
              {shown.colors.map((color, index) => (
                // Colors have no ids; their order identifies them.
                // oxlint-disable-next-line react/no-array-index-key
                <li key={index} className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-1.5">
                  <ColorField
                    label={index === 0 ? 'Main color' : `Color ${index + 1}`}
                    value={color}
                    disabled={disabled}
                    onChange={(value) => type({ colors: shown.colors.with(index, value) })}
                    onRest={rest}
                  />
                  {!disabled && (
                    <IconButton
                      icon={X}
                      label={`Remove ${index === 0 ? 'main color' : `color ${index + 1}`}`}
                      onClick={() => save({ ...shown, colors: shown.colors.toSpliced(index, 1) })}
                    />
                  )}
                </li>
              ))}
            </ul>
          )}
          {shown.colors.length === 0 && disabled && <p className="text-ink-soft">No colors.</p>}
          {!disabled && shown.colors.length < BRAND_COLORS_MAX && (
            <div>
              <Button
                size="sm"
                icon={Plus}
                onClick={() => save({ ...shown, colors: [...shown.colors, freeColor(shown.colors)] })}
              >
                Add color
              </Button>
            </div>
          )}
          <p className="text-xs text-ink-soft">Buttons and links have the main color.</p>
        </fieldset>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2">
          {font('Font of headings', 'headingFont')}
          {font('Font of texts', 'bodyFont')}
        </div>
      </div>
    </Card>
  )
}

/** Returns the brand without the fields that the cache adds, which the server would refuse. */
const ownFields = ({ logo, colors, headingFont, bodyFont }: BrandKit): BrandKit => ({
  logo,
  colors,
  headingFont,
  bodyFont,
})

/** Returns a color that is not in the list yet. */
function freeColor(colors: readonly string[]): string {
  const choices = [NEW_COLOR, '#1d4ed8', '#0f766e', '#15803d', '#a16207', '#c2410c', '#7e22ce', '#565d6d', '#f6f3ec']
  return choices.find((each) => !colors.includes(each)) ?? NEW_COLOR
}

interface LogoProps {
  address: string | null
  disabled: boolean
  onChange: (address: string | null) => void
}

function Logo({ address, disabled, onChange }: LogoProps) {
  const picker = useRef<HTMLInputElement>(null)
  const [isUploading, setUploading] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function upload(files: Iterable<File>) {
    const [image] = imagesAmong(files)
    if (!image) return setProblem('Choose a PNG, JPEG, GIF or WebP file.')
    setUploading(true)
    setProblem(null)
    try {
      onChange((await uploadImage(image, image.name, { shownWidth: LOGO_WIDTH })).url)
    } catch (error) {
      setProblem(`The logo was not uploaded. ${errorMessage(error)}`)
    } finally {
      setUploading(false)
    }
  }

  return (
    <div className="grid gap-2">
      <p className="font-strong">Logo</p>
      {address === null ? (
        <p className="text-ink-soft">No logo.</p>
      ) : (
        <img
          src={address}
          alt="Your logo"
          className="max-h-24 max-w-40 rounded-sm border border-line bg-white object-contain p-2"
        />
      )}
      {!disabled && (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" icon={Upload} busy={isUploading} onClick={() => picker.current?.click()}>
            {isUploading ? 'Uploading...' : address === null ? 'Upload logo' : 'Replace logo'}
          </Button>
          {address !== null && (
            <Button size="sm" variant="quiet" onClick={() => onChange(null)}>
              Remove logo
            </Button>
          )}
        </div>
      )}
      <FilePicker ref={picker} label="Upload logo" accept="image/*" onFiles={(files) => void upload(files)} />
      {problem && (
        <p role="alert" className="text-bad">
          {problem}
        </p>
      )}
    </div>
  )
}
