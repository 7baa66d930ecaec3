/* Medians, least squares, peak and knee of a curve. */
#include "bench/evidence/stats.h"

#include <math.h>
#include <stdlib.h>

static int by_value(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

double median(double *values, size_t count)
{
	if (!count)
		return 0;
	qsort(values, count, sizeof *values, by_value);
	return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

static double weight(const struct point *point, bool relative)
{
	return relative ? 1 / (point->y * point->y) : 1;
}

static struct fit fit_line(const struct point *points, size_t count, bool relative)
{
	double sum = 0, x = 0, y = 0, xx = 0, xy = 0, unexplained = 0, variance = 0;
	struct fit fit = { 0 };

	for (size_t i = 0; i < count; i++) {
		double w = weight(&points[i], relative);

		sum += w;
		x += w * points[i].x;
		y += w * points[i].y;
	}
	x /= sum;
	y /= sum;
	for (size_t i = 0; i < count; i++) {
		double w = weight(&points[i], relative), dx = points[i].x - x;

		xx += w * dx * dx;
		xy += w * dx * (points[i].y - y);
	}
	fit.b = xx > 0 ? xy / xx : 0;
	fit.a = y - fit.b * x;
	for (size_t i = 0; i < count; i++) {
		double w = weight(&points[i], relative), error = points[i].y - fit.a - fit.b * points[i].x;

		unexplained += w * error * error;
		variance += w * (points[i].y - y) * (points[i].y - y);
		fit.worst = fmax(fit.worst, fabs(error / points[i].y));
	}
	fit.r2 = variance > 0 ? 1 - unexplained / variance : 0;
	return fit;
}

struct fit fit_plain(const struct point *points, size_t count)
{
	return fit_line(points, count, false);
}

struct fit fit_relative(const struct point *points, size_t count)
{
	return fit_line(points, count, true);
}

size_t peak(const struct point *points, size_t count)
{
	size_t best = 0;

	for (size_t i = 1; i < count; i++)
		if (points[i].y > points[best].y)
			best = i;
	return best;
}

size_t knee(const struct point *points, size_t count, double part)
{
	size_t i = 0, best = peak(points, count);

	while (i < best && points[i].y < part * points[best].y)
		i++;
	return i;
}
