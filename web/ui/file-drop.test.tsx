import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { FileDrop, type FileDropProps } from './file-drop.tsx'

afterEach(cleanup)

const sheet = new File(['rows'], 'people.xlsx')
const notes = new File(['words'], 'notes.txt')

function show(props: Partial<FileDropProps> = {}) {
  const onFiles = vi.fn<(files: File[]) => void>()
  render(<FileDrop title="Drop your spreadsheet here" busyLabel="Uploading..." onFiles={onFiles} {...props} />)
  return { onFiles, area: screen.getByRole('group', { name: 'Drop your spreadsheet here' }) }
}

describe('a drop zone for files', () => {
  it('is highlighted while a file is dragged over it or its children', () => {
    const { area } = show()
    fireEvent.dragEnter(area)
    fireEvent.dragEnter(screen.getByRole('button'))
    fireEvent.dragLeave(area)
    expect(area.dataset.dragOver).toBe('true')
    fireEvent.dragLeave(screen.getByRole('button'))
    expect(area.dataset.dragOver).toBeUndefined()
  })

  it('passes on a dropped file of any type and removes the highlight', () => {
    const { onFiles, area } = show()
    fireEvent.dragEnter(area)
    fireEvent.drop(area, { dataTransfer: { files: [notes] } })
    expect(onFiles).toHaveBeenCalledExactlyOnceWith([notes])
    expect(area.dataset.dragOver).toBeUndefined()
  })

  it('accepts only the first of several files unless `multiple` is set', () => {
    const one = show()
    fireEvent.drop(one.area, { dataTransfer: { files: [sheet, notes] } })
    expect(one.onFiles).toHaveBeenCalledWith([sheet])
    cleanup()
    const more = show({ multiple: true })
    fireEvent.drop(more.area, { dataTransfer: { files: [sheet, notes] } })
    expect(more.onFiles).toHaveBeenCalledWith([sheet, notes])
  })

  it('opens the file picker at a click anywhere, and only once by its button', async () => {
    const { area } = show()
    const picker = vi.spyOn(HTMLInputElement.prototype, 'click')
    onTestFinished(() => picker.mockRestore())
    await userEvent.click(area)
    expect(picker).toHaveBeenCalledTimes(1)
    await userEvent.click(screen.getByRole('button', { name: 'Browse files' }))
    expect(picker).toHaveBeenCalledTimes(2)
  })

  it('passes on the same file twice when it is picked twice', async () => {
    const { onFiles, area } = show()
    const input = area.querySelector('input')
    if (!input) throw new Error('no input')
    await userEvent.upload(input, sheet)
    await userEvent.upload(input, sheet)
    expect(onFiles).toHaveBeenCalledTimes(2)
  })

  it('reads "Uploading..." while busy, is disabled and accepts nothing', () => {
    const { onFiles, area } = show({ busy: true })
    expect(screen.getByRole('button', { name: 'Uploading...' })).toHaveProperty('disabled', true)
    fireEvent.dragEnter(area)
    fireEvent.drop(area, { dataTransfer: { files: [sheet] } })
    expect(area.dataset.dragOver).toBeUndefined()
    expect(onFiles).not.toHaveBeenCalled()
  })
})
