/**
 * Plots of results as SVG: {@link dev.heddle.kernel.plot.PlotCommand} reads what is asked for,
 * {@link dev.heddle.kernel.plot.PlotData} takes it out of a result, at most some thousand points,
 * and {@link dev.heddle.kernel.plot.SvgPlot} draws it. Nulls, NaN and infinite numbers are left
 * out.
 */
@NullMarked
package dev.heddle.kernel.plot;

import org.jspecify.annotations.NullMarked;
