/** Stores notes in groups: those that come while a group is stored are the next group. */
export function createSentNotes<Note>(store: (notes: Note[]) => Promise<unknown>) {
  let waiting: Note[] = []
  let storing: Promise<void> | undefined
  let failure: { error: unknown } | undefined

  const storeAll = async () => {
    try {
      while (waiting.length > 0) {
        const notes = waiting
        waiting = []
        await store(notes)
      }
    } catch (error) {
      failure = { error }
    } finally {
      storing = undefined
    }
  }
  return {
    add(note: Note) {
      waiting.push(note)
      storing ??= storeAll()
    },
    /** Resolves when all are stored. Rejects if any of them could not be. */
    async flush() {
      await storing
      if (failure) throw failure.error
    },
  }
}
