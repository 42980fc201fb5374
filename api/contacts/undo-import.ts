import type { TaskWork } from '../tasks/start-task.ts'
export const undoImportWork: TaskWork = async () => ({ message: '' })
