import { replyOf } from '#api/platform/threads/thread-reply.ts'
import { renderingTasks } from './rendering-tasks.ts'

export default replyOf(renderingTasks)
