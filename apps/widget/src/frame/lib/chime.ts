const PATIENCE_MS = 1000

/** Plays two soft notes, without loading a file. Silent in browsers that require a click first. */
export async function chime() {
  try {
    const audio = new AudioContext()
    const timer = setTimeout(() => void audio.close(), PATIENCE_MS)
    await audio.resume()
    clearTimeout(timer)
    play(audio)
  } catch {
    // No sound.
  }
}

function play(audio: AudioContext) {
  const volume = audio.createGain()
  volume.connect(audio.destination)
  volume.gain.setValueAtTime(0.12, audio.currentTime)
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.5)
  for (const [index, frequency] of [660, 880].entries()) {
    const note = audio.createOscillator()
    note.frequency.value = frequency
    note.connect(volume)
    note.start(audio.currentTime + index * 0.12)
    note.stop(audio.currentTime + 0.5)
    // Both notes end together, and closing twice is an error.
    if (index) note.onended = () => void audio.close()
  }
}
