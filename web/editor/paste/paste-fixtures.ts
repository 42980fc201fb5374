/**
 * Start of clipboard HTML as Word and Outlook write it. The samples are shortened, but keep everything that is hard to
 * parse.
 */

const HEAD = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">\r
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15">\r
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->\r
<style><!-- p.MsoNormal {margin:0cm; font-family:"Aptos",sans-serif;} @list l0:level1 {mso-level-number-format:bullet;} --></style></head>\r
<body lang=EN-GB style='tab-interval:36.0pt;word-wrap:break-word'>\r
<!--StartFragment-->\r\n\r\n`
const TAIL = '\r\n\r\n<!--EndFragment-->\r\n</body>\r\n</html>'

const bullet = (level: number, marker: string, text: string, place = 'Middle') =>
  `<p class=MsoListParagraphCxSp${place} style='margin-left:${36 * level}.0pt;text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span
style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span
style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>\r\n\r\n`

const cell = (text: string) =>
  `<td width=312 valign=top style='width:233.75pt;border:solid windowtext 1.0pt;padding:0cm 5.4pt 0cm 5.4pt'>\r
  <p class=MsoNormal>${text}<o:p></o:p></p>\r\n  </td>\r\n  `

export const WORD = `${HEAD}<h1>Quarterly report<o:p></o:p></h1>\r\n\r
<p class=MsoNormal>Sales in <st1:place w:st="on"><st1:City w:st="on">Paris</st1:City></st1:place>
were <b style='mso-bidi-font-weight:normal'>up</b> by <span style='color:red'>12%</span>.<o:p></o:p></p>\r\n\r
<p class=MsoNormal><o:p>&nbsp;</o:p></p>\r\n\r
${bullet(1, '·', 'First point', 'First')}${bullet(2, 'a.', 'A step')}${bullet(1, '·', 'Second <i>point</i>', 'Last')}\
<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;border:none'>\r
 <tr style='mso-yfti-irow:0;mso-yfti-firstrow:yes'>\r\n  ${cell('Region')}${cell('Total')}</tr>\r
 <tr style='mso-yfti-irow:1'>\r\n  ${cell('North')}${cell('1,200')}</tr>\r\n</table>${TAIL}`

export const OUTLOOK_DESKTOP = `${HEAD}<p class=MsoNormal><span lang=EN-US style='mso-ansi-language:EN-US'>Dear {firstName},<o:p></o:p></span></p>\r\n\r
<p class=MsoNormal><o:p>&nbsp;</o:p></p>\r\n\r
<p class=MsoNormal><span style='font-size:11.0pt'>see <a href="https://example.com/a?b=1&amp;c=2"><span style='color:#0563C1'>our
page</span></a>.</span></p>\r\n\r
<p class=MsoNormal><!--[if gte vml 1]><v:shape id="Picture_x0020_1" style='width:150pt'><v:imagedata src="file:///C:/Users/ann/clip_image001.png"/></v:shape><![endif]--><![if !vml]><img
width=200 height=80 src="file:///C:/Users/ann/AppData/Local/Temp/msohtmlclip1/01/clip_image001.png" v:shapes="Picture_x0020_1"><![endif]></p>\r\n\r
<p class=MsoNormal>Kind regards<o:p></o:p></p>${TAIL}`

const OWA =
  'font-family: Aptos, Aptos_EmbeddedFont, Calibri, Helvetica, sans-serif; font-size: 12pt; color: rgb(0, 0, 0);'
export const OUTLOOK_WEB = `<meta charset="utf-8"><div class="elementToProof" style="${OWA}">Hello,</div>
<div class="elementToProof" style="${OWA}">this is <b>important</b>.</div>
<div class="elementToProof" style="${OWA}"><br></div>
<div id="Signature" class="elementToProof"><div style="${OWA}">Regards,</div><div style="${OWA}">Ann</div></div>`

const DOCS =
  'font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-variant:normal;vertical-align:baseline;white-space:pre-wrap;'
const item = (level: number, text: string) =>
  `<li dir="ltr" style="list-style-type:disc;${DOCS}" aria-level="${level}"><p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;" role="presentation"><span style="${DOCS}font-weight:400;font-style:normal;text-decoration:none;">${text}</span></p></li>`
export const GOOGLE_DOCS = `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-3f9a1b2c-7fff-abcd-1234-56789abcdef0">\
<h2 dir="ltr" style="line-height:1.38;margin-top:18pt;"><span style="${DOCS}font-weight:400;font-size:16pt;">Agenda</span></h2>\
<p dir="ltr" style="line-height:1.38;text-align: center;margin-top:0pt;"><span style="${DOCS}font-weight:400;">Plain and </span>\
<span style="${DOCS}font-weight:700;font-style:italic;text-decoration:none;">both</span></p>\
<ul style="margin-top:0;margin-bottom:0;padding-inline-start:48px;">${item(1, 'one')}<ul style="padding-inline-start:48px;">${item(2, 'inner')}</ul>${item(1, 'two')}</ul>\
<p dir="ltr"><a href="https://example.com/" style="text-decoration:none;"><span style="${DOCS}color:#1155cc;text-decoration:underline;">site</span></a></p></b><br class="Apple-interchange-newline">`

export const GMAIL = `<div dir="ltr" style="color: rgb(34, 34, 34); font-family: Arial, Helvetica, sans-serif; font-size: small;">Hi <b>there</b>,\
<div><br></div><div>first line</div><div>second line</div><div><br></div>\
<div><img src="https://mail.example.com/logo.png" alt="Logo" width="120" height="40" class="CToWUd"></div>\
<div class="gmail_quote"><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204)">what you wrote</blockquote></div></div>`
