import { AppError } from '#domain/errors.ts'

/** Error codes of JSON-RPC. It leaves -32000 to -32099 to servers: then `data.code` has one of ours. */
export const RPC = { parseError: -32_700, invalidRequest: -32_600, internalError: -32_603, refused: -32_000 } as const

/** A request that is no message of JSON-RPC. */
export class RpcRefusal extends AppError {
  readonly rpcCode: number

  constructor(rpcCode: number, message: string) {
    super('BAD_INPUT', message)
    this.rpcCode = rpcCode
  }
}
