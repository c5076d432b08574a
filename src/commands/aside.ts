/** Commands that start no session. One chunk of the bundle holds them: the more parts it has, the longer a launch takes to load. */
export { attach } from './attach.ts';
export { configPath } from './config-path.ts';
export { configShow } from './config-show.ts';
export { doctor } from './doctor.ts';
export { imageBuild } from './image-build.ts';
export { imageList } from './image-list.ts';
export { imagePrune } from './image-prune.ts';
export { logs } from './logs.ts';
export { prune } from './prune.ts';
export { ps } from './ps.ts';
export { shell } from './shell.ts';
export { stop } from './stop.ts';
