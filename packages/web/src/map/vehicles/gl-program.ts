/**
 * Compiles and links; attributes get the location of their index.
 * @throws Error with the log of the driver: only our own source can be wrong.
 */
export function makeProgram(
  gl: WebGL2RenderingContext,
  {
    vertex,
    fragment,
    attributes,
  }: { readonly vertex: string; readonly fragment: string; readonly attributes: readonly string[] },
): WebGLProgram {
  const program = gl.createProgram();
  attributes.forEach((name, location) => gl.bindAttribLocation(program, location, name));
  for (const [type, source] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(type);
    if (shader === null) throw new Error('Cannot draw vehicles: the graphics context is lost');
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    if (gl.getShaderParameter(shader, gl.COMPILE_STATUS) === false && !gl.isContextLost()) {
      throw new Error(`Cannot compile a shader: ${gl.getShaderInfoLog(shader) ?? ''}`);
    }
  }
  gl.linkProgram(program);
  if (gl.getProgramParameter(program, gl.LINK_STATUS) === false && !gl.isContextLost()) {
    throw new Error(`Cannot link the vehicle shader: ${gl.getProgramInfoLog(program) ?? ''}`);
  }
  return program;
}
