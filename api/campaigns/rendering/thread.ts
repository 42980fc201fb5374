import { replyOf } from '../../platform/thread-reply.ts'
import { renderingTasks } from './tasks.ts'

export default replyOf(renderingTasks)
