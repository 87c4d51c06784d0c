import { Storytime } from 'recorder'

window.recorder = Storytime.init(window.options)
