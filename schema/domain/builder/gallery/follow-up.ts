import { button, divider, INK, sheet, small, spacer, text, type GalleryTemplate } from './gallery-parts.ts'

const BLUE = '#1f5fd0'

export const followUp: GalleryTemplate = {
  id: 'follow-up',
  name: 'Follow-up',
  description: 'Reads like a personal letter: for after a talk, a demo or a quote.',
  document: sheet({
    subject: 'Our talk on {Topic|Tuesday}: notes and one question',
    preheader: 'What we agreed, what is open, and a time that might suit.',
    globalStyles: { backgroundColor: '#ffffff', linkColor: BLUE, maxWidth: '620px' },
    parts: [
      spacer(12),
      text(
        'Hello {firstName|there},\n\nthank you for your time. So that nothing gets lost, here is what I took away:',
        { padding: '8px 20px' },
      ),
      text(
        '•  You want to start with one team and grow from there. •  The budget is decided in {Quarter|the second quarter}. •  Security wants to see how data is stored; I have attached our two-page answer.',
        { padding: '8px 20px 8px 32px' },
      ),
      text(
        '<b>One question is open:</b> who besides you should be in the room when we show it? Twenty minutes are enough.',
        { padding: '8px 20px' },
      ),
      button('Pick a time', BLUE, { margin: '12px 20px', padding: '12px 22px', fontSize: '15px' }),
      text('None of these times work? Just reply with one that does. Best wishes', { padding: '8px 20px' }),
      divider({ margin: '16px 20px 8px', textAlign: 'left', width: '64px', height: '2px', backgroundColor: BLUE }),
      small(
        '<b>Your name</b>\nYour role, Your company\n<a href="tel:+4930123456">+49 30 123456</a> · <a href="https://example.com">example.com</a>',
        { padding: '4px 20px 24px', color: INK },
      ),
    ],
  }),
}
