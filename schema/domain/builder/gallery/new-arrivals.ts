import {
  band,
  button,
  heading,
  headline,
  icons,
  imprint,
  menu,
  picture,
  row,
  sheet,
  small,
  text,
  type GalleryTemplate,
  type Part,
} from './gallery-parts.ts'

const RED = '#b02f1a'
const item = (name: string, price: string): readonly Part[] => [
  text(`<b>${name}</b>\n${price}`, {
    textAlign: 'center',
    padding: '22px 10px',
    margin: '6px',
    borderWidth: '1px',
    borderColor: '#ead5c5',
    fontSize: '15px',
  }),
]

export const newArrivals: GalleryTemplate = {
  id: 'new-arrivals',
  name: 'New arrivals',
  description: 'What is new in a shop, with prices and opening hours.',
  document: sheet({
    subject: 'New in the shop: six things for the summer',
    preheader: 'From Thursday, here and online.',
    globalStyles: { backgroundColor: '#f7e6d8', linkColor: RED },
    parts: [
      menu(['New', 'For the home', 'Gifts', 'Sale'], { phoneFontSize: '13px' }),
      picture('shop', 'A shop with a striped awning'),
      heading(1, headline('Six new things', { textAlign: 'center', padding: '28px 32px 0px' })),
      text('Hello {firstName|there}, they arrived on Monday. We have tried them all, and kept some.', {
        textAlign: 'center',
      }),
      row([item('Linen cloth', '€ 18.00'), item('Blue jug', '€ 32.00'), item('Garden lamp', '€ 45.00')], {
        padding: '8px 24px 0px',
      }),
      row([item('Basket', '€ 28.00'), item('Soap', '€ 6.50'), item('Straw hat', '€ 24.00')], {
        padding: '0px 24px 8px',
      }),
      button('See everything new', RED, { textAlign: 'center' }),
      band('#fdf5ee', [
        small('<b>Open Tuesday to Saturday, 10 am to 6 pm</b>', { textAlign: 'center', padding: '16px 32px' }),
        icons(['instagram', 'tiktok', 'website'], { padding: '0px 32px 16px' }),
      ]),
      imprint(),
    ],
  }),
}
