/** One page of a list, as the API returns it. */
export interface Page<Row> {
  data: Row[]
  meta: { pagination: { total: number } }
}

/** Returns all rows of a list, fetched page by page. */
export async function findAll<Row>(
  find: (page: number, signal: AbortSignal) => Promise<Page<Row>>,
  signal: AbortSignal,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; ; page++) {
    const { data, meta } = await find(page, signal)
    rows.push(...data)
    if (data.length === 0 || rows.length >= meta.pagination.total) return rows
  }
}
