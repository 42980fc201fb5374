import { AlignCenter, AlignLeft, AlignRight, Search } from '#web/ui/generated/icons.ts'
import { useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { FilePicker } from '#web/ui/file-picker.tsx'
import { AdornedInput, Input, PasswordInput } from '#web/ui/input.tsx'
import { LinkField, useLinkInput } from '#web/ui/link-field.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { Segmented } from '#web/ui/segmented-control.tsx'
import { Select } from '#web/ui/select.tsx'
import { Stepper } from '#web/ui/stepper.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TagInput } from '#web/ui/tag-input.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { Shown } from './sample-frame.tsx'

const STEPS = [
  { title: 'Campaign Setup' },
  { title: 'Select Audience' },
  { title: 'Design Email' },
  { title: 'Review and Launch' },
]

const WAYS = [
  { value: 'text', label: 'Simple Text', hint: 'Write it as you would any email.' },
  { value: 'html', label: 'HTML Builder', hint: 'Put it together from blocks.' },
]

const ALIGNMENTS = [
  { value: 'left', label: 'Left', icon: AlignLeft },
  { value: 'center', label: 'Center', icon: AlignCenter },
  { value: 'right', label: 'Right', icon: AlignRight },
]

/** Samples of form controls. */
export function Forms() {
  const [step, setStep] = useState(2)
  const [file, setFile] = useState<string>()
  const picker = useRef<HTMLInputElement>(null)
  const [tags, setTags] = useState(['VIP'])
  const [way, setWay] = useState('text')
  const [align, setAlign] = useState('left')
  const link = useLinkInput({ read: (typed) => typed.trim() || null, onLink: () => undefined })
  return (
    <div className="grid gap-8 lg:grid-cols-2">
      <Shown name="Field with Input, PasswordInput, AdornedInput, Select, Textarea">
        <div className="grid gap-4">
          <Field label="Name" hint="Recipients do not see it." required>
            <Input placeholder="Spring newsletter" />
          </Field>
          <Field label="Email" error="Valid email is required" required>
            <Input type="email" defaultValue="ada@" />
          </Field>
          <Field label="Password">
            <PasswordInput defaultValue="correct horse" />
          </Field>
          <AdornedInput
            aria-label="Search contacts"
            placeholder="Search contacts by name or email..."
            before={<Search aria-hidden="true" className="size-4" />}
          />
          <Field label="Role" optional>
            <Select
              options={[
                { value: 'user', label: 'User' },
                { value: 'admin', label: 'Admin' },
              ]}
            />
          </Field>
          <Field label="Content" aside="0 words">
            <Textarea placeholder="Dear {firstName}," />
          </Field>
        </div>
      </Shown>
      <div className="grid content-start gap-6">
        <Shown name="Checkbox">
          <div className="grid gap-3">
            <Checkbox label="Select All" defaultChecked="indeterminate" />
            <Checkbox label="Track opens" hint="A small image is loaded when the email is read." defaultChecked />
            <Checkbox label="Not now" disabled />
          </div>
        </Shown>
        <Shown name="Switch">
          <Switch label="Warmup mode" hint="Sends slowly at first, for a new account." defaultChecked />
        </Shown>
        <Shown name="RadioGroup">
          <div className="grid gap-4">
            <RadioGroup label="How to write it" options={WAYS} value={way} onValueChange={setWay} />
            <RadioGroup
              label="The same as cards"
              hideLabel
              look="cards"
              options={WAYS}
              value={way}
              onValueChange={setWay}
            />
          </div>
        </Shown>
        <Shown name="Segmented">
          <Segmented label="Alignment" value={align} options={ALIGNMENTS} onChange={setAlign} />
        </Shown>
        <Shown name="Stepper">
          <Stepper label="Steps" steps={STEPS} current={step} onSelect={setStep} />
        </Shown>
      </div>
      <Shown name="FileDrop">
        <FileDrop
          title="Drop your spreadsheet here"
          hint={file ? `Last given: ${file}` : '.xlsx or .xls, with headers in the first row'}
          accept=".xlsx,.xls"
          onFiles={([first]) => setFile(first?.name)}
        />
      </Shown>
      <Shown name="FileDrop compact">
        <FileDrop
          compact
          title="Use a different file?"
          hint="Drop it here."
          browseLabel="Choose another file"
          onFiles={([first]) => setFile(first?.name)}
        />
      </Shown>
      <Shown name="FilePicker">
        <Button onClick={() => picker.current?.click()}>Attachment</Button>
        <FilePicker ref={picker} label="Attach files" onFiles={([first]) => setFile(first?.name)} />
      </Shown>
      <Shown name="TagInput">
        <Field label="Tags" hint="Press Enter after each tag.">
          <TagInput value={tags} onChange={setTags} suggestions={['VIP', 'Press', 'Newsletter']} />
        </Field>
      </Shown>
      <Shown name="LinkField">
        <form onSubmit={link.submit}>
          <LinkField link={link} hint="Press Enter." />
        </form>
      </Shown>
      <Shown name="FileDrop busy">
        <FileDrop title="Drop your spreadsheet here" busy busyLabel="Uploading..." onFiles={() => undefined} />
      </Shown>
    </div>
  )
}
