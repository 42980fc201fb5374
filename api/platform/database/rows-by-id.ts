/** Rows by their id. */
export async function byId<Row extends { id: string }>(rows: Promise<Row[]>): Promise<Map<string, Row>> {
  return new Map((await rows).map((row) => [row.id, row]))
}
