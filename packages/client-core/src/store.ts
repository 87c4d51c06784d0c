/** Strings by key. They outlive the page where the browser allows it. */
export interface Store {
  keys(): string[]
  get(key: string): string | null
  /** `null` removes the key. */
  set(key: string, value: string | null): void
}
