/** The public interface for other features. */
export { projects } from './projects.ts'
