const INLINE = new Set(['b', 'strong', 'i', 'em', 'u', 'a'])
const BLOCKS = new Set(['p', 'h1', 'h2', 'h3', 'ul', 'ol', 'li'])
const isList = (name: string | undefined) => name === 'ul' || name === 'ol'

/** Levels of lists within lists; further ones are line breaks. */
const LISTS_MAX = 20
/** Characters that the attributes of one tag may take when it goes on in block after block. */
const REPEATED_MAX = 100_000

interface Open {
  name: string
  attributes: string
  /** how many tags of this name are open: the text looks the same, so that only the outermost is written */
  count: number
  /** characters that its attributes may still take */
  room: number
}

/** Writes well-formed HTML from tags as people type them: paragraphs open by themselves, inline tags end with their block and go on in the next. */
export class FragmentWriter {
  private html = ''
  /** open p, h1–h3, ul, ol and li, outermost first; '' attributes always */
  private blocks: string[] = []
  /** inline tags that are open as far as the writer of the text is concerned */
  private inline: Open[] = []
  /** lists that were too deep to be opened, and are still to be closed */
  private passedOver = 0
  /** how many of them stand open in `html` */
  private written = 0
  /** line breaks to write once something follows in the same block */
  private breaks = 0
  /** the last thing was a <br> */
  private broken = false
  /** whether the innermost block has something in it */
  private filled = false

  /** Text, escaped already. */
  text(html: string): void {
    this.ready()
    this.html += html
  }

  /** Whether an inline tag is open for what comes next. */
  isIn(name: string): boolean {
    return this.inline.some((open) => open.name === name)
  }

  /** White space within a line; it counts only between other things. */
  space(): void {
    if (this.filled && this.breaks === 0) this.html += ' '
  }

  /** A line break as typed; one right after <br> is the same break. */
  line(): void {
    if (this.filled && !this.broken) this.breaks += 1
    this.broken = false
  }

  /** A blank line. */
  paragraph(): void {
    if (this.blocks.some(isList)) this.line()
    else if (this.filled) this.endBlock()
  }

  /** A tag begins; `attributes` are written out already. Names other than those of Simple Text have no business here. */
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
      const known = this.inline.find((open) => open.name === name)
      if (known) known.count += 1
      else this.inline.push({ name, attributes, count: 1, room: REPEATED_MAX })
    } else {
      this.openBlock(name)
    }
  }

  /** A tag ends; one that is not open is passed over. */
  close(name: string): void {
    if (INLINE.has(name)) this.closeInline(name)
    else if (BLOCKS.has(name)) this.closeBlock(name)
  }

  /** The fragment, everything in it closed. */
  end(): string {
    this.endAll()
    return this.html
  }

  /** Opens what the text to come needs around it. */
  private ready(): void {
    if (this.blocks.length === 0) this.push('p')
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

  private push(name: string): void {
    this.html += `<${name}>`
    this.blocks.push(name)
    this.filled = false
    this.breaks = 0
  }

  private openBlock(name: string): void {
    if (name === 'li') {
      this.closeItem()
      if (!isList(this.blocks.at(-1))) {
        this.endAll()
        this.push('ul')
      }
    } else if (isList(name) && this.blocks.length >= 2 * LISTS_MAX) {
      this.passedOver += 1
      this.line()
      return
    } else if (isList(name)) {
      if (this.blocks.at(-1) === 'li') this.suspendInline()
      else if (isList(this.blocks.at(-1))) this.push('li')
      else this.endAll()
    } else if (this.blocks.some(isList)) {
      this.line()
      return
    } else {
      this.endAll()
    }
    this.push(name)
  }

  private closeBlock(name: string): void {
    if (isList(name) && this.passedOver > 0) {
      this.passedOver -= 1
      return
    }
    if (!this.blocks.includes(name)) return
    if (name === 'li') {
      this.closeItem()
      return
    }
    while (this.endBlock() !== name);
  }

  /** Ends the innermost item of the innermost list, if one is open. */
  private closeItem(): void {
    const item = this.blocks.lastIndexOf('li')
    const list = this.blocks.findLastIndex(isList)
    while (item > list && this.blocks.length > item) this.endBlock()
  }

  private endAll(): void {
    while (this.blocks.length > 0) this.endBlock()
  }

  private endBlock(): string | undefined {
    this.suspendInline()
    const name = this.blocks.pop()
    if (name) this.html += `</${name}>`
    this.breaks = 0
    this.filled = false
    return name
  }

  /** Closes the inline tags in the page; they go on with the next text. */
  private suspendInline(): void {
    for (const { name } of this.inline.slice(0, this.written).toReversed()) this.html += `</${name}>`
    this.written = 0
  }

  private closeInline(name: string): void {
    const index = this.inline.findIndex((open) => open.name === name)
    const found = this.inline[index]
    if (!found) return
    found.count -= 1
    if (found.count > 0) return
    for (const open of this.inline.slice(index, this.written).toReversed()) this.html += `</${open.name}>`
    this.written = Math.min(this.written, index)
    this.inline.splice(index, 1)
  }
}
