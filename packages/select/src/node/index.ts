export { createDecontaminator, type Decontaminator } from "../decontaminate/create-decontaminator.js";
