/**
 * The header of `GET /api/users/me` with the position of the project's events then, from which a stream may begin
 * (docs/decisions/0015). Apart from the events, whose schemas the pages don't need.
 */
export const positionHeader = 'x-event-position'
