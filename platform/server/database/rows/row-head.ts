/** The fields that every row of the API begins with; an id is also its documentId (DECISIONS 6). */
export function rowHead(row: { id: string; createdAt: Date; updatedAt: Date }) {
  const createdAt = row.createdAt.toISOString()
  return { id: row.id, documentId: row.id, createdAt, updatedAt: row.updatedAt.toISOString(), publishedAt: createdAt }
}
