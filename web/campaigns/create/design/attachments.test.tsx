import '#web/testing/browser.ts'
import { screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { show, tearDown } from '#web/testing/world.tsx'
import type { DraftFile } from '../store/campaign-draft.ts'
import { AttachmentList } from './attachments.tsx'

afterEach(tearDown)

const FILE = { id: 'f1', name: 'Letter.docx', type: '', size: 5, storedId: 'f1' }
const server = { root: { server: { makesPdfs: false } } }

describe('a Word document that is attached as the same file for every recipient', () => {
  test('is offered to be filled in for each recipient if it has merge tags', async () => {
    const onChange = vi.fn<(file: DraftFile) => void>()
    const { user } = show(<AttachmentList files={[{ ...FILE, hasMergeTags: true }]} onChange={onChange} />, server)
    await user.click(await screen.findByRole('button', { name: 'Make a file for each recipient' }))
    expect(onChange).toHaveBeenCalledWith(expect.objectContaining({ id: 'f1', document: 'docx' }))
  })

  test('is not offered that without merge tags, or once it is filled in for each', async () => {
    const tagged = {
      ...FILE,
      id: 'f2',
      storedId: 'f2',
      name: 'Bill.docx',
      hasMergeTags: true,
      document: 'docx' as const,
    }
    show(<AttachmentList files={[FILE, tagged]} onChange={vi.fn<(file: DraftFile) => void>()} />, server)
    await screen.findByRole('combobox', { name: 'How Letter.docx is attached' })
    expect(screen.queryByText('We found merge tags in this file')).toBeNull()
  })
})
