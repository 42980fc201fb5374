import {
  band,
  button,
  divider,
  headline,
  imprint,
  row,
  sheet,
  small,
  SOFT,
  spacer,
  text,
  type GalleryTemplate,
  type Part,
  heading,
} from './gallery-parts.ts'

const NIGHT = '#12203f'
const BLUE = '#1f5fd0'

const reason = (figure: string, title: string, words: string): readonly Part[] => [
  headline(figure, { fontSize: '34px', color: BLUE, textAlign: 'center', padding: '12px 16px 0px' }),
  text(`<b>${title}</b>`, { textAlign: 'center', padding: '4px 16px 0px', fontSize: '15px' }),
  text(words, { textAlign: 'center', padding: '2px 16px 12px', fontSize: '14px', color: SOFT }),
]

export const productLaunch: GalleryTemplate = {
  id: 'product-launch',
  name: 'Product launch',
  description: 'One new thing, three reasons and one button.',
  document: sheet({
    subject: 'It’s here: meet the new Planner',
    preheader: 'Plan a week in ten minutes. Yours to try from today.',
    globalStyles: { backgroundColor: '#eef2f9', linkColor: BLUE },
    parts: [
      band(NIGHT, [
        small('<b>NEW TODAY</b>', { color: '#9fc0ff', textAlign: 'center', padding: '44px 32px 0px' }),
        heading(
          1,
          headline('A week, planned\nin ten minutes', {
            color: '#ffffff',
            fontSize: '42px',
            textAlign: 'center',
            padding: '12px 32px 0px',
            lineHeight: '1.15',
          }),
        ),
        text('The new Planner sorts what is urgent from what is loud, and leaves you room to think.', {
          color: '#d5deef',
          textAlign: 'center',
          padding: '16px 56px 8px',
          fontSize: '17px',
        }),
        button('Try it free for 30 days', BLUE, { textAlign: 'center', margin: '16px 32px 12px' }),
        small('No card needed. Cancel with one click.', {
          color: '#9aa8c6',
          textAlign: 'center',
          padding: '0px 32px 32px',
        }),
      ]),
      spacer(24),
      text(
        'Hi {firstName|there},\n\nyou told us that planning takes longer than the work. So we took it apart and rebuilt it. This is what changed:',
      ),
      spacer(8),
      row([
        reason('10 min', 'for the whole week', 'Half of what our testers needed before.'),
        reason('3 steps', 'and no set-up', 'Import, sort, done. Your calendar stays where it is.'),
        reason('1 view', 'for everybody', 'Your team sees what you see, on any device.'),
      ]),
      divider({ margin: '16px 32px' }),
      text('“I closed four tools the day I started. My Mondays begin at nine again.”', {
        fontFamily: 'Georgia, serif',
        fontSize: '20px',
        lineHeight: '1.45',
        textAlign: 'center',
        padding: '8px 56px 4px',
      }),
      small('<b>Maya R.</b>, product lead and early tester', { textAlign: 'center', padding: '0px 32px 16px' }),
      band('#eaf1ff', [
        text('<b>Launch week:</b> everyone who starts before Sunday keeps the first-year price for good.', {
          textAlign: 'center',
          padding: '24px 48px 0px',
        }),
        button('See what’s new', NIGHT, { textAlign: 'center', margin: '16px 32px 28px' }),
      ]),
      imprint(),
    ],
  }),
}
