import type { TaskWork } from '../tasks/start-task.ts'
export const importContactsWork: TaskWork = async () => ({ message: '' })
