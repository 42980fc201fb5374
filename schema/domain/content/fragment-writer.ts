const INLINE = new Set(['b', 'strong', 'i', 'em', 'u', 's', 'a', 'span'])
const BLOCKS = new Set(['p', 'h1', 'h2', 'h3', 'ul', 'ol', 'li', 'blockquote'])
const isList = (name: string | undefined) => name === 'ul' || name === 'ol'

/** Maximum depth of nested lists; deeper ones become line breaks. */
const LISTS_MAX = 20
/** Maximum depth of nested spans; deeper ones are left out. */
const SPANS_MAX = 8
/** Maximum characters of one tag's attributes when repeated across blocks. */
const REPEATED_MAX = 100_000

interface Open {
  name: string
  attributes: string
  /** number of open tags with this name: only the outermost is written, since nesting looks the same */
  count: number
  /** remaining characters for its attributes */
  room: number
}

/**
 * Writes well-formed HTML from hand-typed tags: paragraphs open automatically, inline tags close with their block and
 * reopen in the next.
 */
export class FragmentWriter {
  private html = ''
  /** open blockquote, p, h1–h3, ul, ol and li, outermost first */
  private blocks: string[] = []
  /** inline tags open from the author's point of view */
  private inline: Open[] = []
  /** lists nested too deep that were skipped and still need closing */
  private passedOver = 0
  /** spans and quotes nested too deep that were skipped and still need closing */
  private readonly skipped = { span: 0, blockquote: 0 }
  /** number of inline tags that are open in `html` */
  private written = 0
  /** line breaks to write if something follows in the same block */
  private breaks = 0
  /** the last output was a <br> */
  private broken = false
  /** True if the innermost block has content */
  private filled = false

  /** Appends escaped text. */
  text(html: string): void {
    this.ready()
    this.html += html
  }

  /** Returns whether an inline tag is open at this point. */
  isIn(name: string): boolean {
    return this.inline.some((open) => open.name === name)
  }

  /** Writes white space within a line; ignored at the ends. */
  space(): void {
    if (this.filled && this.breaks === 0) this.html += ' '
  }

  /** Writes a typed line break; directly after <br> it counts as the same break. */
  line(): void {
    if (this.filled && !this.broken) this.breaks += 1
    this.broken = false
  }

  /** Begins a new paragraph, as a blank line does. */
  paragraph(): void {
    if (this.blocks.some(isList)) this.line()
    else if (this.filled) this.endBlock()
  }

  /** Writes a start tag with serialized `attributes`. Only names from Simple Text are allowed. */
  open(name: string, attributes: string): void {
    if (name === 'br') {
      if (!this.filled) this.ready()
      this.breaks += 1
      this.broken = true
    } else if (name === 'img') {
      this.ready()
      this.html += `<${name}${attributes}>`
    } else if (INLINE.has(name)) {
      if (name === 'a') this.close('a')
      // Unlike two <b>, two spans differ.
      if (name === 'span' && this.inline.filter((open) => open.name === name).length === SPANS_MAX) {
        this.skipped.span += 1
        return
      }
      const known = name === 'span' ? undefined : this.inline.find((open) => open.name === name)
      if (known) known.count += 1
      else this.inline.push({ name, attributes, count: 1, room: REPEATED_MAX })
    } else {
      this.openBlock(name, attributes)
    }
  }

  /** Writes an end tag; ignored if the tag is not open. */
  close(name: string): void {
    if (INLINE.has(name)) this.closeInline(name)
    else if (BLOCKS.has(name)) this.closeBlock(name)
  }

  /** Closes everything and returns the fragment. */
  end(): string {
    this.endAll()
    return this.html
  }

  /** Opens the blocks and tags that the next text needs. */
  private ready(): void {
    if (this.blocks.length === 0 || this.blocks.at(-1) === 'blockquote') this.push('p')
    else if (isList(this.blocks.at(-1))) this.push('li')
    this.html += '<br>'.repeat(this.breaks)
    this.breaks = 0
    if (this.written < this.inline.length) this.writeInline()
    this.filled = true
    this.broken = false
  }

  private writeInline(): void {
    this.inline = this.inline.filter((open, index) => index < this.written || open.room > 0)
    for (const open of this.inline.slice(this.written)) {
      this.html += `<${open.name}${open.attributes}>`
      open.room -= open.attributes.length
    }
    this.written = this.inline.length
  }

  private push(name: string, attributes = ''): void {
    this.html += `<${name}${attributes}>`
    this.blocks.push(name)
    this.filled = false
    this.breaks = 0
  }

  private openBlock(name: string, attributes: string): void {
    if (name === 'li') {
      this.closeItem()
      if (!isList(this.blocks.at(-1))) {
        this.endInQuote()
        this.push('ul')
      }
    } else if (name === 'blockquote' && this.blocks.length > 0 && (this.isInQuote() || this.blocks.some(isList))) {
      this.skipped.blockquote += 1
      this.paragraph()
      return
    } else if (isList(name) && this.blocks.length >= 2 * LISTS_MAX) {
      this.passedOver += 1
      this.line()
      return
    } else if (isList(name)) {
      if (this.blocks.at(-1) === 'li') this.suspendInline()
      else if (isList(this.blocks.at(-1))) this.push('li')
      else this.endInQuote()
    } else if (this.blocks.some(isList)) {
      this.line()
      return
    } else {
      this.endInQuote()
    }
    this.push(name, attributes)
  }

  private closeBlock(name: string): void {
    if (isList(name) && this.passedOver > 0) {
      this.passedOver -= 1
      return
    }
    if (name === 'blockquote' && this.skipped.blockquote > 0) {
      this.skipped.blockquote -= 1
      this.paragraph()
      return
    }
    if (!this.blocks.includes(name)) return
    if (name === 'li') {
      this.closeItem()
      return
    }
    while (this.endBlock() !== name);
  }

  /** Closes the innermost list's open item, if any. */
  private closeItem(): void {
    const item = this.blocks.lastIndexOf('li')
    const list = this.blocks.findLastIndex(isList)
    while (item > list && this.blocks.length > item) this.endBlock()
  }

  private endAll(): void {
    while (this.blocks.length > 0) this.endBlock()
  }

  private isInQuote(): boolean {
    return this.blocks[0] === 'blockquote'
  }

  /** Closes the blocks inside a quote, or all blocks outside one. */
  private endInQuote(): void {
    while (this.blocks.length > (this.isInQuote() ? 1 : 0)) this.endBlock()
  }

  private endBlock(): string | undefined {
    this.suspendInline()
    const name = this.blocks.pop()
    if (name) this.html += `</${name}>`
    this.breaks = 0
    this.filled = false
    return name
  }

  /** Closes inline tags in the output; they reopen with the next text. */
  private suspendInline(): void {
    for (const { name } of this.inline.slice(0, this.written).toReversed()) this.html += `</${name}>`
    this.written = 0
  }

  private closeInline(name: string): void {
    if (name === 'span' && this.skipped.span > 0) {
      this.skipped.span -= 1
      return
    }
    const index = this.inline.findLastIndex((open) => open.name === name)
    const found = this.inline[index]
    if (!found) return
    found.count -= 1
    if (found.count > 0) return
    for (const open of this.inline.slice(index, this.written).toReversed()) this.html += `</${open.name}>`
    this.written = Math.min(this.written, index)
    this.inline.splice(index, 1)
  }
}
