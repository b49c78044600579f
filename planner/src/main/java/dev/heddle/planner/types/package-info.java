/**
 * The engine's types as Calcite's, and what makes Calcite take them as they are.
 *
 * <p>{@link dev.heddle.planner.types.TypeMapping} converts both ways. {@link
 * dev.heddle.planner.types.HeddleTypeSystem} and {@link dev.heddle.planner.types.HeddleTypeFactory}
 * set precisions and result types, {@link dev.heddle.planner.types.PlainRexBuilder} keeps Calcite
 * from rewriting expressions while they are built, {@link dev.heddle.planner.types.CalciteSetup}
 * sets what Calcite reads from system properties once a process. All but the builder are stateless.
 */
@NullMarked
package dev.heddle.planner.types;

import org.jspecify.annotations.NullMarked;
